import { workingLimits } from "@palimpsest/contract";
import { clearanceOf, type Policy, sensitivitiesFor } from "../../policy/index.js";
import { cutText } from "../../text/index.js";
import type { Assembled } from "../assemble.js";
import type { Candidate } from "../pack/candidate.js";
import { cleanText } from "../pack/clean-text.js";

/** A bundle of an earlier policy, as the present one lets it be seen, and what that hides. */
interface Seen {
  made: Assembled;
  /** The memories in which it masks something. */
  masked: ReadonlySet<string>;
  /** Whether it hides turns that have no words. */
  hidesTurns: boolean;
}

/** Masks what the present policy masks in the channel, and leaves out turns without words that it forbids there. */
export function underPresentPolicy(made: Assembled, policy: Policy): Seen {
  const { channel } = made.inputs;
  const { mask, saidIn } = clearanceOf(policy, channel);
  const sensitivities: readonly string[] = sensitivitiesFor(policy, channel);
  const hidden = new Set(
    made.gathered.turns
      .filter((turn) => !sensitivities.includes(turn.sensitivity) || !saidIn?.includes(turn.channel))
      .map(({ event_id }) => event_id),
  );
  const masked = new Set<string>();
  const seen = (candidate: Candidate): Candidate => {
    const { row, whole, trust } = candidate;
    if (mask === undefined || row === undefined) return candidate;
    const all = whole ?? row.text;
    const [text, attributes] = [mask(all, row.boundary_class), mask(row.attributes, row.boundary_class)];
    if (text === all && JSON.stringify(attributes) === JSON.stringify(row.attributes)) return candidate;
    masked.add(row.id);
    const shown = whole === undefined ? text : cutText(text, workingLimits.summaryChars);
    return { ...candidate, row: { ...row, text: shown, attributes }, text: cleanText(shown, trust) };
  };
  let hidesTurns = false;
  const shown = new Map(
    [...made.packed.shown].map(([section, there]) => {
      const told = there.filter(({ row, refs }) => row !== undefined || !hidden.has(refs[0] ?? ""));
      hidesTurns ||= told.length < there.length;
      return [section, told.map(seen)];
    }),
  );
  return { made: { ...made, packed: { ...made.packed, shown } }, masked, hidesTurns };
}
