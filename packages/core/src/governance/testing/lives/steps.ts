import fc from "fast-check";
import { seed } from "../../../testing/seed.js";
import type { Op, Patch } from "../../edit.js";

export const channels = ["private", "public", "team", "agent"] as const;
export type Channel = (typeof channels)[number];
const sensitivities = ["none", "low", "high", "secret"] as const;
type Sensitivity = (typeof sensitivities)[number];
/** Each life has two writers, and rollback takes back what the agent wrote. */
export type Writer = "human" | "agent";
/** Its writers read, and so do an agent and a person who wrote none of it. Neither of those may see originals. */
export type Reader = Writer | "other agent" | "other person";

/** One step of a random life. Numbers choose among what there is when the step is taken. */
export type Step =
  | {
      do: "write";
      by: Writer;
      kind: number;
      importance: number;
      channel: Channel;
      sensitivity: Sensitivity;
      visibility: "tenant" | "private";
    }
  | { do: "bundle"; by: Writer; holding: number }
  | { do: "revoke"; which: number }
  | { do: "edit"; on: number; op: Op; patch: Patch; undo: number | undefined; by: Writer }
  | { do: "decide"; which: number; approve: boolean }
  | { do: "rollback"; op: "retract" | "quarantine"; undo: boolean }
  | { do: "read"; reader: Reader; channel: Channel | undefined; includeQuarantined: boolean };
export type StepOf<D extends Step["do"]> = Extract<Step, { do: D }>;

const channel = fc.constantFrom(...channels);
const by = fc.constantFrom<Writer>("human", "agent");
/** Few decimals, so that a sum of them is the same in whatever order it is made. */
const weight = fc.integer({ min: 0, max: 16 }).map((n) => n / 16);
const delta = fc.integer({ min: -16, max: 16 }).map((n) => n / 16);
const undoable = fc.constantFrom("retract", "amend", "quarantine", "attenuate", "block") as fc.Arbitrary<
  Exclude<Op, "restore">
>;

/** `text` is a mark that whoever takes the step replaces by words of its own. */
const edits: fc.Arbitrary<{ op: Op; patch: Patch; undo: number | undefined }> = fc
  .oneof(
    fc.constant({ op: "retract" as const, patch: {} }),
    fc.constant({ op: "quarantine" as const, patch: {} }),
    fc.constantFrom<Patch>({ text: "?" }, { text: "?" }).map((patch) => ({ op: "amend" as const, patch })),
    weight.map((importance) => ({ op: "amend" as const, patch: { importance } })),
    weight.map((importance) => ({ op: "amend" as const, patch: { text: "?", importance } })),
    weight.map((importance) => ({ op: "attenuate" as const, patch: { importance } })),
    delta.map((importance_delta) => ({ op: "attenuate" as const, patch: { importance_delta } })),
    channel.map((c) => ({ op: "block" as const, patch: { channel: c } })),
    fc.constant({ op: "restore" as const, patch: {} }),
    undoable.map((op) => ({ op: "restore" as const, patch: { op } })),
    channel.map((c) => ({ op: "restore" as const, patch: { channel: c } })),
    channel.map((c) => ({ op: "restore" as const, patch: { op: "block" as const, channel: c } })),
    fc.nat(20).map((undo) => ({ op: "restore" as const, patch: {}, undo })),
  )
  .map((edit) => ({ undo: undefined, ...edit }));

const write = fc.record({
  do: fc.constant("write" as const),
  by,
  kind: fc.nat(20),
  importance: weight,
  channel,
  // Most are open to all, so that there is much to read.
  sensitivity: fc.constantFrom("none", ...sensitivities),
  visibility: fc.constantFrom("tenant" as const, "tenant" as const, "tenant" as const, "private" as const),
});
const bundle = fc.record({ do: fc.constant("bundle" as const), by, holding: fc.nat(20) });
const revoke = fc.record({ do: fc.constant("revoke" as const), which: fc.nat(20) });
const edit = fc
  .tuple(fc.nat(20), edits, fc.constantFrom<Writer>("human", "human", "agent"))
  .map(([on, change, who]) => ({ do: "edit" as const, on, ...change, by: who }));
const decide = fc.record({ do: fc.constant("decide" as const), which: fc.nat(20), approve: fc.boolean() });
const rollback = fc.record({
  do: fc.constant("rollback" as const),
  op: fc.constantFrom("retract" as const, "retract" as const, "quarantine" as const),
  undo: fc.boolean(),
});
const read = fc.record({
  do: fc.constant("read" as const),
  reader: fc.constantFrom<Reader>("human", "agent", "other agent", "other person"),
  channel: fc.option(channel, { nil: undefined }),
  includeQuarantined: fc.boolean(),
});

/** A life: something is written, and then anything may happen. */
export const sequence = (maxSteps: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      write,
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: write },
          { weight: 12, arbitrary: edit },
          { weight: 3, arbitrary: decide },
          { weight: 3, arbitrary: read },
          { weight: 2, arbitrary: rollback },
          { weight: 2, arbitrary: bundle },
          { weight: 1, arbitrary: revoke },
        ),
        { minLength: 2, maxLength: maxSteps },
      ),
    )
    .map(([first, rest]): Step[] => [first, ...rest]);

export const replay = `repeat with PALIMPSEST_SEED=${seed}`;
