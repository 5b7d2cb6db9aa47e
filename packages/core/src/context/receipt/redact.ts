import { countTokens } from "../../text/index.js";
import type { Assembled } from "../assemble.js";
import { type Bundle, bundleOf } from "../bundle.js";
import { render } from "../pack/render.js";

interface Shown {
  nonce: string;
  /** Whether the caller may read what the bundle showed of a memory. */
  mayRead: (id: string) => boolean;
  /** Whether it may know of a memory that the bundle left out. */
  mayKnow: (id: string) => boolean;
  /** Whether it may know what was asked. */
  question: boolean;
}

/** A bundle without what the caller may not read of it. Everything else keeps its place. */
export function redact(acbId: string, made: Assembled, { nonce, mayRead, mayKnow, question }: Shown): Bundle {
  const { packed } = made;
  const may = ({ id }: { id: string | undefined }) => id === undefined || mayRead(id);
  // A short answer says nothing without what it answers.
  const shown = new Map(
    [...packed.shown].map(([section, there]) => [
      section,
      there.filter((each) => may(each) && may({ id: each.answers })),
    ]),
  );
  const prompt = render(shown, nonce, packed.omissions.count());
  const bundle = bundleOf(acbId, {
    ...made,
    packed: { ...packed, shown, prompt, totalTokens: countTokens(prompt) },
  });
  const { withheld: _, withheld_count: __, provenance, ...rest } = bundle;
  return {
    ...rest,
    omissions: bundle.omissions.map((left) => ({ ...left, candidates: left.candidates.filter(mayKnow) })),
    provenance: question ? provenance : { ...provenance, intent: null, query_terms: [] },
  };
}
