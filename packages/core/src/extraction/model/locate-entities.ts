import { foldName } from "../../text/index.js";
import type { ExtractedEntity } from "../event.js";
import { answeredEntity } from "./schemas.js";

const maxEntities = 2_000;

/** The entities that a model named and that the text holds, each with the places where it does. */
export function locateEntities(text: string, given: readonly unknown[]): ExtractedEntity[] {
  const entities = new Map<string, ExtractedEntity>();
  for (const one of given.slice(0, maxEntities)) {
    const read = answeredEntity.safeParse(one);
    if (!read.success || (one as { type?: unknown }).type === "time") continue;
    const { name, type, aliases } = read.data;
    const key = `${type} ${foldName(name)}`;
    const entity = entities.get(key) ?? { type, name, aliases: [], mentions: [] };
    entities.set(key, entity);
    for (const alias of aliases) {
      if (alias !== name && !entity.aliases.includes(alias)) entity.aliases.push(alias);
    }
  }
  return [...entities.values()].flatMap((entity) => {
    const mentions = mentionsOf(text, [entity.name, ...entity.aliases]);
    return mentions.length === 0 ? [] : [{ ...entity, mentions }];
  });
}

/** Where one of the names stands as a word, the longest name first. */
function mentionsOf(text: string, names: readonly string[]): ExtractedEntity["mentions"] {
  const escaped = [...new Set(names.flatMap((name) => [name, name.normalize("NFC"), name.normalize("NFD")]))]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}\\p{M}])`,
    "gu",
  );
  return [...text.matchAll(expression)].map(({ 0: surface_form, index }) => ({
    start_char: index,
    end_char: index + surface_form.length,
    surface_form,
  }));
}
