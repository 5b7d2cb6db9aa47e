import { foldName } from "../../text/index.js";
import type { ExtractedEntity, SourceDocument } from "../event.js";
import { commonWords, departments, givenNames, groupWords, pastVerbs } from "./common-words.js";

/** Somebody or some group that a document names. */
export interface Party {
  type: "person" | "org";
  name: string;
  aliases: Set<string>;
}

const title = String.raw`(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Dame|Sister|Councillor|Chef|Lieutenant|Captain|Judge|Nurse|Coach|Father|Pastor|Rabbi|Sgt|Lt|Cllr)\.?`;
/** What a word may hold besides its first letter: marks of letters that are encoded apart, and invisible characters. */
const letters = String.raw`[\p{L}\p{M}\u00ad\u200b-\u200d\u2060'’׳״\u2010\u2011-]`;
/** In scripts without capitals every word may be a name. */
const capital = String.raw`(?:\p{Lu}${letters}*\p{Ll}${letters}*|\p{Lo}${letters}+)`;
const particle = "(?:de|van|von|der|den|da|di|del|della|al|bin|la|le|ter|dos)";
const orgEnd = `(?:Ltd|Inc|LLC|GmbH|AG|Corp|Corporation|Company|PLC|plc|Co|Team|Group|Board|Committee|Department|University|Hospital|Bank|Institute|Association|Council|Agency|Partners|Architects|Hotels|Optics|Labs|Foundation|Trust|Services|Systems|Solutions|Technologies|Industries|Ministry|Office)`;

const endsAsOrg = new RegExp(`${orgEnd}$`, "u");

/** A name ends with its line: the next one may begin with another name. */
const gap = "[ \\t\\u00a0]+";
const titled = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${title}${gap}${capital}(?:${gap}${capital}){0,2}`,
  "gu",
);
const several = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${capital}(?:${gap}(?:&${gap})?(?:${particle}${gap})?${capital}){1,3}`,
  "gu",
);
/** What only people and groups do, now or before. */
const says =
  "agreed|agrees|promised|promises|committed|commits|said|says|told|reported|asked|volunteered|volunteers|offered|pledged|pledges|decided|owns|leads|joins|joined|met (?:with|the|up)";
/** What they do to something. */
const did =
  "(?:shipped|approved|fixed|deployed|merged|released|delivered|signed|sent|wrote|built|closed|finished|completed|presented|reviewed|rejected|hired|chose|proposed|suggested|installed|migrated|published|submitted|launched|prepared|updated|changed|moved|paid|booked|ordered|repaired|tested|drafted|filed|raised|warned|confirmed|trained|called|visited)(?=\\s+(?:the|a|an|our|his|her|their|its|all|both|two|three|us|that|v?\\d|\\p{Lu}))";
const acts = `(?:has |have )?(?:${says}|${did})`;
/** "Lunch will be served" names nobody. */
const will =
  "(?:will|shall)(?!\\s+be\\s+(?!(?:promoted|appointed|hired|named|assigned|replaced|succeeded)\\b)\\p{L}+(?:ed|en|wn|ld|nt|lt)(?![\\p{L}]))";
const before = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${capital})(?:\s+and\s+(${capital}))?(?=(?:['’]ll|\s+(?:${will}|${acts}|to\s+\p{Ll}+|is (?:responsible|the|our|now|in charge)|and I)(?![\p{L}])))`,
  "gu",
);
/** "the project Zorblatt will …": the name of a thing. */
const namesThing =
  /(?:^|[^\p{L}])(?:project|product|service|system|server|tool|module|feature|app|platform|programme|program|package|library|release|cluster|database|component|ship|codename)\s+$/iu;
const looksLikeNoun = /(?:s|ing|ion|ment|ance|ence|ity|ness|ship|ware)$/;
const groups = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:[Tt]he\s+)?((?:(?!(?:the|a|an|our|their|my|and|of|to|with|by|in|on)\s)[\p{L}'’-]+\s+){0,2}?(?:${groupWords}))(?![\p{L}\p{N}])`,
  "giu",
);
const maxParties = 500;

/** The people and groups that a document names: those its metadata lists, and those its text names as such. */
export function findPeople(document: SourceDocument, speakers: Iterable<string>): Party[] {
  const parties = new Map<string, Party>();
  const add = (type: Party["type"], given: string) => {
    const name = given
      .replace(/\s+/g, " ")
      .replace(/['’]s$/, "")
      .replace(/^[@#]/, "")
      .trim();
    const key = foldName(name);
    const known = parties.get(key);
    // The same letters, encoded otherwise.
    if (known !== undefined && known.name !== name && plain(known.name) === plain(name))
      known.aliases.add(name);
    if (name.length < 2 || known !== undefined || parties.size >= maxParties) return;
    parties.set(key, { type, name, aliases: new Set() });
  };
  const listed = [
    ...(document.participants ?? []),
    ...(document.author ? [document.author] : []),
    ...speakers,
  ];
  for (const one of listed) {
    const name = withoutAddress(one);
    add(isGroup(name) ? "org" : "person", name);
  }
  for (const [name] of document.text.matchAll(titled)) add("person", name);
  for (const match of document.text.matchAll(several)) {
    // "Promoted Kim Lee": the verb is no part of the name.
    const lead = isVerb(match[0].split(/\s+/)[0]!) ? /^\S+\s+/.exec(match[0])![0].length : 0;
    const [name, index] = [match[0].slice(lead), match.index + lead];
    const words = name.split(/\s+/);
    if (words.length < 2 || commonWords.has(words[0]!.toLowerCase())) continue;
    if (endsAsOrg.test(name)) add("org", name);
    else if (isPersonHere(document.text, index, name)) add("person", name);
  }
  for (const { 1: one, 2: other, index } of document.text.matchAll(before)) {
    if (namesThing.test(document.text.slice(Math.max(0, index - 12), index))) continue;
    for (const name of [one, other]) if (name !== undefined && isName(name)) add("person", name);
  }
  return withAliases([...parties.values()]);
}

const plain = (name: string): string => name.normalize("NFC").replace(/[\p{Cf}\u00ad]/gu, "");

export const isName = (word: string): boolean => {
  const key = word.toLowerCase();
  if (givenNames.has(key)) return true;
  return !(commonWords.has(key) || isVerb(word) || looksLikeNoun.test(word) || isGroup(word));
};

/** "Decided to use Go" leaves out who did. */
const isVerb = (word: string) => {
  const key = word.toLowerCase();
  return !givenNames.has(key) && (pastVerbs.has(key) || /\p{L}{2}ed$/u.test(key));
};

export const isGroup = (name: string) =>
  new RegExp(
    String.raw`(?:^|\s)(?:${groupWords}|${departments}|crew|trustees|coordinators|representatives|tutors|list|${orgEnd})$`,
    "iu",
  ).test(name);

const personAfter = new RegExp(
  String.raw`^(?:['’](?:ll|s)\b|\s+(?:will|shall|has|is|was|took|takes|and|to|${acts})(?![\p{L}])|\s*[:(]|,\s+(?:who|our|the|head)\b)`,
  "u",
);

const actsAfter = new RegExp(
  String.raw`^(?:['’]ll\b|\s+(?:will|shall|has|took|takes|${acts})(?![\p{L}]))`,
  "u",
);

/** Two capitalised words are a person only where the text treats them as one. */
function isPersonHere(text: string, index: number, name: string): boolean {
  const after = text.slice(index + name.length, index + name.length + 40);
  // Where no capital tells a name from other words, only what follows does.
  if (!/\p{Lu}/u.test(name)) return actsAfter.test(after);
  const lead = text.slice(Math.max(0, index - 24), index);
  return (
    personAfter.test(after) ||
    /\b(?:with|by|from|to|and|as|named|appointed|added|is|contact|owner:?|lead:?)\s+$/i.test(lead)
  );
}

export const withoutAddress = (name: string) =>
  name
    .replace(/<[^>]*>/g, "")
    .replace(/^["']|["']$/g, "")
    .replace(/\s*\([^)]*\)$/, "")
    .trim() || name;

/** A first name alone, or a title with the last name, stands for a person if it can mean only one. */
function withAliases(parties: Party[]): Party[] {
  const people = parties.filter(({ type }) => type === "person");
  const bare = (name: string) => name.replace(new RegExp(`^${title}\\s+`, "u"), "");
  const owners = new Map<string, Party[]>();
  for (const person of people) {
    const words = bare(person.name).split(" ");
    if (words.length < 2) continue;
    for (const alias of [words[0]!, words.at(-1)!, words.join(" ")]) {
      if (alias.length >= 3) owners.set(alias, [...(owners.get(alias) ?? []), person]);
    }
  }
  const absorbed = new Set<Party>();
  for (const person of people) {
    const meant = (owners.get(bare(person.name)) ?? []).filter((other) => other !== person);
    if (meant.length === 1 && bare(person.name) !== bare(meant[0]!.name)) {
      meant[0]!.aliases.add(person.name);
      absorbed.add(person);
    }
  }
  for (const [alias, named] of owners) {
    const [only, another] = named.filter((party) => !absorbed.has(party));
    if (only !== undefined && another === undefined && alias !== only.name) only.aliases.add(alias);
  }
  return parties.filter((party) => !absorbed.has(party));
}

/** The groups that a sentence names without a proper name: "the board", "the payments team", "Payments team". */
export const groupsIn = (sentence: string): { name: string; index: number }[] =>
  [...sentence.matchAll(groups)].flatMap(({ 0: whole, 1: said, index }) => {
    const words = said!.split(/\s+/);
    const at = index + whole.length - said!.length;
    const isDetermined =
      whole.length > said!.length ||
      /\b(?:the|our|their|my|his|her|your|its|a|an)\s+$/i.test(sentence.slice(0, at));
    if (isDetermined || words.every((word) => /^\p{Lu}/u.test(word) && !commonWords.has(word.toLowerCase())))
      return [{ name: words.join(" "), index }];
    // Words that only stand before it are no part of its name: "We chose vendor X".
    const last = words.at(-1)!;
    return /^(?:management|leadership)$/i.test(last) || (words.length === 1 && at === 0)
      ? [{ name: last, index: index + whole.length - last.length }]
      : [];
  });

/** Where a document names its parties. */
export function entitiesOf(text: string, parties: readonly Party[]): ExtractedEntity[] {
  const find = partyFinder(parties);
  const entities = new Map<Party, ExtractedEntity>();
  for (const { party, index, said } of find(text)) {
    const entity = entities.get(party) ?? { type: party.type, name: party.name, aliases: [], mentions: [] };
    entities.set(party, entity);
    entity.mentions.push({ start_char: index, end_char: index + said.length, surface_form: said });
    if (said !== party.name && !entity.aliases.includes(said)) entity.aliases.push(said);
  }
  return [...entities.values()];
}

export type FindParties = (text: string) => { party: Party; index: number; said: string }[];

/** Finds all parties by their names and aliases in one pass, the longest name first. */
export function partyFinder(parties: readonly Party[]): FindParties {
  const byName = new Map<string, Party>();
  for (const party of parties) {
    const said = [party.name, ...party.aliases];
    for (const name of [...said, ...said.flatMap((one) => [one.normalize("NFC"), one.normalize("NFD")])]) {
      if (!byName.has(name)) byName.set(name, party);
    }
  }
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return () => [];
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\s+"));
  const expression = new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}\\p{M}])`,
    "gu",
  );
  return (text) =>
    [...text.matchAll(expression)].flatMap(({ 0: said, index }) => {
      const party = byName.get(said.replace(/\s+/g, " "));
      return party === undefined ? [] : [{ party, index, said }];
    });
}
