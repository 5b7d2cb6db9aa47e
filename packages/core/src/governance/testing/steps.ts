import fc from "fast-check";
import type { Op, Patch } from "../edit.js";

export const channels = ["private", "public", "team", "agent"] as const;
export type Channel = (typeof channels)[number];
const sensitivities = ["none", "low", "high", "secret"] as const;
type Sensitivity = (typeof sensitivities)[number];

/** One step of a random life. Numbers choose among what there is when the step is taken. */
export type Step =
  | { do: "write"; kind: number; importance: number; channel: Channel; sensitivity: Sensitivity }
  | { do: "edit"; on: number; op: Op; patch: Patch; undo: number | undefined; by: "human" | "agent" }
  | { do: "decide"; which: number; approve: boolean }
  | { do: "read"; channel: Channel | undefined; includeQuarantined: boolean };

const channel = fc.constantFrom(...channels);
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
  kind: fc.nat(20),
  importance: weight,
  channel,
  sensitivity: fc.constantFrom(...sensitivities),
});
const edit = fc
  .tuple(fc.nat(20), edits, fc.constantFrom<"human" | "agent">("human", "human", "agent"))
  .map(([on, change, by]) => ({ do: "edit" as const, on, ...change, by }));
const decide = fc.record({ do: fc.constant("decide" as const), which: fc.nat(20), approve: fc.boolean() });
const read = fc.record({
  do: fc.constant("read" as const),
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
          { weight: 1, arbitrary: write },
          { weight: 6, arbitrary: edit },
          { weight: 2, arbitrary: decide },
          { weight: 1, arbitrary: read },
        ),
        { minLength: 2, maxLength: maxSteps },
      ),
    )
    .map(([first, rest]): Step[] => [first, ...rest]);

/** A seed to repeat a run by: taken from the environment, else fresh. */
export const seed = Number(process.env.FOLD_SEED ?? Math.floor(Math.random() * 2 ** 31));
export const replay = `replay with FOLD_SEED=${seed}`;
