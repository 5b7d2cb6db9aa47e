import { isLabelled } from "../extraction/index.js";
import { documentOf, type ReadResult } from "./document.js";
import { empty, unreadable } from "./unreadable.js";

const time = /^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s+(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}/;
const voice = /^<v(?:\.[^\s>]*)?\s+([^>]{1,200})>/i;
const named = /^(\p{L}[\p{L}\p{N}'’.()& -]{0,60}):\s+/u;

/** Captions of a meeting: what each speaker says in a row becomes one paragraph. */
export function readCaptions(name: string, text: string, isVtt: boolean): ReadResult {
  if (isVtt && !/^\uFEFF?WEBVTT(?:[ \t\n]|$)/.test(text))
    throw unreadable(name, "does not begin with WEBVTT.");
  const turns: { who?: string; said: string }[] = [];
  for (const part of text.split(/\n[ \t]*\n/)) {
    const lines = part.split("\n");
    const at = lines.findIndex((line) => time.test(line));
    if (at === -1) continue;
    for (const line of lines.slice(at + 1)) addTo(turns, line);
  }
  if (turns.length === 0) {
    if (time.test(text) || text.split("\n").some((line) => time.test(line)))
      throw empty(name, "has captions without words.");
    throw unreadable(name, "has no captions: no line with a start and an end time.");
  }
  const participants = [...new Set(turns.flatMap(({ who }) => who ?? []))];
  const content = turns.map(({ who, said }) => (who === undefined ? said : `${who}: ${said}`)).join("\n\n");
  return {
    documents: [documentOf({ name, artifact_type: "transcript", participants, content })],
    skipped: [],
  };
}

function addTo(turns: { who?: string; said: string }[], line: string): void {
  const trimmed = line.trim();
  const last = turns.at(-1);
  const speaker = voice.exec(trimmed)?.[1]?.trim();
  // A dash begins what somebody else says.
  const isOther = /^(?:<[^>\n]*>)*[-–—]\s*[^\s\d]/.test(trimmed);
  const words = trimmed
    .replace(/<[^>\n]*>|\{\\[^}\n]*\}/g, "")
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, entity: string) => entities[entity] ?? "")
    .replace(/^[-–—]\s*(?=[^\s\d])/, "")
    .trim();
  if (words === "") return;
  const prefix = speaker === undefined && !isLabelled(words) ? named.exec(words) : null;
  const who = speaker ?? prefix?.[1] ?? (isOther ? undefined : last?.who);
  const said = prefix === null ? words : words.slice(prefix[0].length);
  const goesOn = !isOther || speaker !== undefined;
  if (last !== undefined && goesOn && last.who === who && (speaker !== undefined || prefix === null))
    last.said += ` ${said}`;
  else turns.push(who === undefined ? { said: isOther ? `- ${said}` : said } : { who, said });
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", nbsp: " ", lrm: "", rlm: "" };
