import { words } from "../cues/words.js";
import type { Block } from "../layout/blocks.js";
import { commonWords } from "./common-words.js";
import { isName } from "./find-people.js";

const capital = String.raw`\p{Lu}[\p{L}'’-]{0,30}\p{Ll}[\p{L}'’-]{0,30}(?![\p{L}'’-])`;
/** A statement is looked at so far. */
const maxStatement = 300;
const fullName = `${capital}(?:[ ](?:(?:de|van|von|der|da|del|al|bin)[ ])?${capital}){0,2}`;
const joint = String.raw`\s*(?:,|&|/|,?\s+and\b)\s*`;

/** "Owner: Kim", "Reviewers: Bob, Priya Raman (Berlin)": a statement that is nothing but names. */
const onlyNames = new RegExp(
  String.raw`^\W*(${fullName}(?:${joint}${fullName}){0,9})\s*(?:\([^)\n]*\)|,\s+\p{Ll}[^\n]*)?[.;]?\s*$`,
  "u",
);
/** What people promise to do. */
const tasks =
  "sends?|delivers?|writes?|prepares?|drafts?|calls?|emails?|asks?|tells?|contacts?|meets?|talks?|books?|orders?|buys?|pays?|signs?|files?|reviews?|checks?|tests?|fix(?:es)?|updates?|upgrades?|migrates?|deploys?|ships?|releases?|publish(?:es)?|presents?|finish(?:es)?|completes?|provides?|shares?|handles?|takes?|gets?|makes?|creates?|builds?|sets?|adds?|removes?|organi[sz]es?|arranges?|schedules?|cleans?|brings?|collects?|follows?|investigates?|documents?|cleans?|moves?|returns?|submits?|hires?|trains?|leads?|owns?";
/** "Kim sends the deck", "Kim and Bob, send the deck": a task that begins with whose it is. */
const assigned = new RegExp(
  String.raw`^\W*(${fullName}(?:${joint}${fullName}){0,3}),?\s+(?:${tasks})(?![\p{L}])`,
  "u",
);
const appointed = new RegExp(
  String.raw`(?<![\p{L}])(?:(?:[Aa]ppointed|[Nn]ominated|[Pp]romoted|[Dd]esignated|[Hh]ired)\s+(${fullName})\s+(?:as|to)(?![\p{L}])|(?:[Aa]dded|[Nn]amed|[Ee]lected|[Aa]ssigned|[Ii]nvited|[Ii]ntroduced|[Oo]nboarded|[Mm]ade)\s+(${fullName})\s+(?:as\s+|to be\s+)?(?:(?:a|an|the|our|its|new)\s+)?(?:[\p{L}-]+\s+){0,2}?${words.role}(?![\p{L}]))`,
  "gu",
);

const split = (names: string): string[] =>
  names
    .split(new RegExp(joint, "u"))
    .map((name) => name.trim())
    .filter((name) => {
      const [first, ...others] = name.split(" ");
      return (
        first !== undefined && isName(first) && !others.some((word) => commonWords.has(word.toLowerCase()))
      );
    });

/** Whom labels name: "Owner: Kim", "Action: Kim, send the deck". */
export const labelNames = (text: string, blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ label, start, end }) => {
    if (label !== "Stakeholder" && label !== "Commitment") return [];
    const names = (label === "Stakeholder" ? onlyNames : assigned).exec(
      text.slice(start, Math.min(end, start + maxStatement)),
    )?.[1];
    return names === undefined ? [] : split(names);
  });

/** Who was given a role: "Added Bob as security reviewer". */
export const appointedNames = (text: string): string[] =>
  [...text.matchAll(appointed)].flatMap(([, one, other]) => split(one ?? other ?? ""));
