import type { PalimpsestContract, RawInputOf } from "@palimpsest/contract";

type EventInput = RawInputOf<PalimpsestContract["recordEvent"]>;

/** A message in a session; what a test cares about is given, the rest is plain. */
export function message(
  text: string,
  given: Partial<Omit<EventInput, "content">> & { content?: object } = {},
): EventInput {
  const { content, ...rest } = given;
  return {
    session_id: "s1",
    channel: "private",
    actor_type: "human",
    actor_id: "ann",
    kind: "message",
    ...rest,
    content: { text, ...content },
  };
}
