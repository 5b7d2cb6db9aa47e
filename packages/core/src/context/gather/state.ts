import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { type LiveWorking, readWorking } from "../../heart/index.js";
import type { Principal } from "../../identity/index.js";
import { readPlan } from "../../plans/index.js";
import { clearanceOf, type Policy } from "../../policy/index.js";
import type { Trust } from "../../substrate/index.js";
import { cutText, maskDeep, maskSecrets } from "../../text/index.js";
import type { Moment } from "./moment.sql.js";

/** What the section of tasks shows besides memories. Its text is kept nowhere. */
export interface State {
  lines: { text: string; trust: Trust }[];
  /** Memories that the reader holds in mind, the most relevant first. */
  inMind: { id: string; summary?: string; relevance?: number }[];
  /** Of a bundle that is built again: the tokens that its lines took. */
  tokens?: number;
}

type Reader = Parameters<typeof readPlan>[1];

const nothing: State = { lines: [], inMind: [] };
const most = { threads: 50, keys: 100, valueChars: 2_000 };

/** The reader's working memory of the session and the plan, as they are now, where the channel may show them. */
export async function readState(
  tx: Tx,
  reader: Principal,
  inputs: Pick<InputOf<PalimpsestContract["buildAcb"]>, "session_id" | "plan_id" | "channel">,
  { policy, moment, digestKey }: { policy: Policy; moment: Moment; digestKey: Buffer },
): Promise<State> {
  const mayShow = inputs.channel === "private" || inputs.channel === "agent";
  if (!mayShow || moment.asOf !== undefined) return nothing;
  const reading = { who: reader, policy, digestKey, filter: clearanceOf(policy, inputs.channel) };
  const working = await readWorking(tx, reading, inputs.session_id);
  const planned =
    inputs.plan_id === undefined ? [] : await planLines(tx, { who: reader, policy }, inputs.plan_id);
  const own = reader.type === "human" ? ("trusted" as const) : ("own" as const);
  return {
    lines: [
      ...(working ? workingLines(working) : []).map((text) => ({ text, trust: own })),
      // Every agent of the tenant writes there.
      ...planned.map((text) => ({ text, trust: "untrusted" as const })),
    ],
    inMind: (working?.items ?? []).map(({ ref_id: id, summary, relevance }) => ({ id, summary, relevance })),
  };
}

const urgency = ["high", "medium", "low"];

function workingLines({ current_task, current_frame, open_threads }: LiveWorking): string[] {
  const frame = current_frame === null ? "" : ` (${current_frame})`;
  const now = current_task === null ? [] : [`now: ${current_task}${frame}`];
  const threads = open_threads.toSorted((a, b) => urgency.indexOf(a.priority) - urgency.indexOf(b.priority));
  return [
    ...now,
    ...threads.slice(0, most.threads).map(({ priority, description }) => `open, ${priority}: ${description}`),
    ...moreThan(threads.length, most.threads, "open threads"),
  ];
}

async function planLines(tx: Tx, reader: Reader, planId: string): Promise<string[]> {
  const { plan, entries, total } = await readPlan(tx, reader, planId, most.keys);
  const shown = entries.filter(({ key }) => !isHidden(key));
  const about = plan === undefined ? [] : [shownFields({ goal_data: plan.goal_data, state: plan.state })];
  const step = plan?.current_state ? `, at ${plan.current_state}` : "";
  return [
    ...(plan
      ? [`plan ${planId} (${plan.status}${step}): ${[plan.goal_event, ...about].join(" ").trim()}`]
      : []),
    ...shown.map(({ key, value }) => `${planId}/${shownField(key, value)}`),
    ...moreThan(total, most.keys, `keys of ${planId}`),
  ].map((line) => maskSecrets(line).text);
}

const moreThan = (count: number, shown: number, what: string): string[] =>
  count > shown ? [`${count - shown} more ${what}`] : [];

const isHidden = (key: string): boolean => key.startsWith("_");

/** Without what keys hide, and with its secrets masked: those of the fields too whose names say that they are secret. */
function shownField(key: string, value: unknown): string {
  const { value: masked } = maskDeep({ [key]: withoutHidden(value) });
  return `${key}: ${cutText(JSON.stringify(masked[key]), most.valueChars)}`;
}

const shownFields = (fields: Record<string, object>): string =>
  Object.entries(fields)
    .filter(([, value]) => Object.keys(value).length > 0)
    .map(([name, value]) => shownField(name, value))
    .join(" ");

function withoutHidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isHidden(key))
      .map(([key, inner]) => [key, withoutHidden(inner)]),
  );
}
