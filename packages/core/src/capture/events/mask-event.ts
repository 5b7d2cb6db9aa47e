import { type InputOf, limits, type PalimpsestContract } from "@palimpsest/contract";
import { assertPlainNames } from "../../substrate/index.js";
import { maskDeep, maskLongText, maskSecrets } from "../../text/index.js";

type Input = InputOf<PalimpsestContract["recordEvent"]>;
type Words = Pick<Input, "session_id" | "actor_id" | "tags" | "refs"> & { content: object };

/** The event with its secrets masked in all free text, including the keys of its content. */
export function maskEvent<E extends Words>(input: E): { event: E; masked: number } {
  const content: Partial<Input["content"]> = input.content;
  assertPlainNames({
    session_id: input.session_id,
    actor_id: input.actor_id,
    "content.subject_type": content.subject_type,
    "content.subject_id": content.subject_id,
    "content.project_id": content.project_id,
  });
  const [inside, tags, refs] = [maskDeep(content), maskDeep(input.tags), maskDeep(input.refs)];
  const keys = maskKeys(inside.value);
  const found = [...inside.found, ...tags.found, ...refs.found];
  return {
    event: { ...input, content: keys.value as E["content"], tags: tags.value, refs: refs.value },
    masked: found.reduce((sum, { count }) => sum + count, keys.masked),
  };
}

/** Does the same; a text that is longer than a memory may be is masked in turns, so that others are served in between. */
export async function maskLongEvent(input: Input): Promise<{ event: Input; masked: number }> {
  const { text, ...rest } = input.content;
  if (text === undefined || text.length <= limits.textChars) return maskEvent(input);
  const body = await maskLongText(text);
  const { event, masked } = maskEvent({ ...input, content: rest });
  return {
    event: { ...event, content: { ...event.content, text: body.text } },
    masked: body.found.reduce((sum, { count }) => sum + count, masked),
  };
}

/** Masks keys that are secrets; keys that become equal get a number. */
function maskKeys(value: unknown): { value: unknown; masked: number } {
  let masked = 0;
  const mask = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(mask);
    if (inner === null || typeof inner !== "object") return inner;
    const taken = new Map<string, unknown>();
    for (const [name, item] of Object.entries(inner)) {
      const { text, found } = maskSecrets(name);
      masked += found.reduce((sum, { count }) => sum + count, 0);
      let key = text;
      for (let n = 2; taken.has(key); n++) key = `${text} ${n}`;
      taken.set(key, mask(item));
    }
    return Object.fromEntries(taken);
  };
  return { value: mask(value), masked };
}
