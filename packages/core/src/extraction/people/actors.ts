import type { EventActor, EventCategory, EventSubject } from "../event.js";
import { commonWords, departments } from "./common-words.js";
import { type FindParties, groupsIn } from "./find-people.js";

export interface Told {
  sentence: string;
  category: EventCategory;
  /** Where the verb stands in the sentence. */
  at: number;
  /** Who says it: the speaker, or else the author. */
  voice?: string;
  /** The words of its label: "Owner: ". */
  label?: string;
  /** Whom the layout names: "Action (Hugo): ". */
  lead?: string;
  find: FindParties;
}

const maxActors = 10;
const self = /(?<![\p{L}])(?:I|I['’](?:ll|m|ve|d))(?![\p{L}])/u;
const us = /(?<![\p{L}])(?:we|our|us|we['’](?:ll|re|ve))(?![\p{L}])/iu;
const reviewer = /\breview(?:ers?|ed|s|ing)?\b/i;
const department = new RegExp(String.raw`(?<![\p{L}])(?:${departments}|it)(?![\p{L}])`, "giu");

/** Who takes part in an event. Whoever is named before the verb acts, whoever is named after it is involved. */
export function actorsOf(told: Told): EventActor[] {
  const { sentence, category, at, voice, label, lead, find } = told;
  const actors = new Map<string, EventActor>();
  const add = (ref: string, role: EventActor["role"]) => {
    const key = ref.toLowerCase();
    if (!actors.has(key) && actors.size < maxActors) actors.set(key, { ref, role });
  };
  const acting: EventActor["role"] =
    category === "Feedback"
      ? "stakeholder"
      : category === "Stakeholder"
        ? stakeholderRole(label, sentence)
        : "owner";
  if (lead !== undefined) add(find(lead)[0]?.party.name ?? lead.replace(/^@/, ""), acting);
  const verbEnd = at + 12;
  const own = self.exec(sentence);
  if (own !== null && own.index <= verbEnd && voice !== undefined)
    add(voice, category === "Feedback" ? "stakeholder" : "owner");
  const named = find(sentence).map(({ party, index }) => ({ name: party.name, index }));
  const others = [
    ...groupsIn(sentence),
    ...[...sentence.matchAll(department)]
      .filter(
        ({ 0: said, index }) =>
          (/^it$/i.test(said) ? said === "IT" : /^\p{Lu}/u.test(said)) ||
          /\band\s+$|^\s+and\b/i.test(sentence.slice(index - 5, index)),
      )
      .map(({ 0: name, index }) => ({ name, index })),
  ].filter(
    ({ name, index }) =>
      // An office that is opened or closed is a place.
      !(index > at && /\boffice$/i.test(name)) &&
      !named.some((one) => one.index <= index + name.length && index <= one.index + one.name.length),
  );
  for (const { name, index } of [...named, ...others].sort((a, b) => a.index - b.index)) {
    const isActing = index <= verbEnd || category === "Stakeholder";
    add(name, isActing ? acting : category === "Commitment" ? "stakeholder" : "contributor");
  }
  if (voice !== undefined && (actors.size === 0 || (us.test(sentence) && category !== "Feedback")))
    add(voice, "contributor");
  return [...actors.values()];
}

/** The role that a label names, else the one that its sentence tells of. */
function stakeholderRole(label: string | undefined, sentence: string): EventActor["role"] {
  const said = [label, sentence].filter((words) => words !== undefined);
  for (const words of said) {
    if (reviewer.test(words)) return "reviewer";
    if (owner.test(words)) return "owner";
  }
  return "stakeholder";
}
const owner =
  /\b(?:lead|leads|owners?|owns|head|heads|responsible|accountable|assignee|dri|charge|manager|director|chair|commander|captain|runs)\b/i;

const proper =
  /(?<=\S\s)(?:`[^`\n]{2,40}`|"[^"\n]{2,40}"|“[^”\n]{2,40}”|\p{Lu}{2,}\s\d+(?!\d|[.,:]\d)|(?:\p{Lu}[\p{L}\p{N}.+#-]*)(?:\s\p{Lu}[\p{L}\p{N}.+#-]*)*|v?\d+\.\d+(?:\.\d+)?)/gu;
const phraseEnd =
  /[.,;:!?()|–—]|\s(?:by|on|for|with|from|in|at|to|because|so|and|but|which|that|who|until|before|after|instead|rather|is|was|has|have|will)\s/i;

/** Words with capitals that say when or how much. */
const noThing =
  /^(?:EOD|COB|EOW|EOM|EOY|AM|PM|UTC|GMT|CES?T|P[SD]T|E[SD]T|C[SD]T|M[SD]T|BST|Q[1-4]|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|EUR|USD|GBP|CHF)\.?$/;
/** Words that say when: "by 3 March 2026", "next week". */
const saysWhen =
  /^(?:by|until|till|before|due|no later than)\b|^(?:(?:on|at|in|from|after|the|end|close|of|business|next|this|last|early|late|mid)\s+)*(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|noon|week\b|month\b|quarter\b|year\b|q[1-4]\b|eod\b|\d{4}-\d\d)/i;
/** What a label tells of stands before its verb: "retention goes from 30 to 90 days", "checkout fails". */
const stated =
  /^((?:[\p{L}\p{N}'’/-]+\s+){1,5}?)(?:is|are|was|were|has|have|had|will|can|cannot|may|might|could|does|did|do|not|now|(?:go|do)es|went|r[io]ses?|falls?|fell|drops?|dropped|moves?|moved|changes?|changed|becomes?|became|fails?|failed|crash(?:es|ed)|breaks?|broke|leaks?|leaked|stops?|stopped|times? out|hangs?|expires?|slips?|slipped|takes?|needs?|lacks?|returns?|shows?|throws?|loses?|lost|blocks?|misses|missed|froze|freezes|slows?|replaces?|applies|requires?|shrinks?|grows?|increases?|decreases?|from|to)(?![\p{L}])/u;
/** A verb that its object follows: "shipped the release" is about the release. */
const verbFirst = /^\p{L}+(?:ed|s|nt|lt)\s+(?=(?:the|a|an|our|my|his|her|their|its|all)\s)/u;
const baseVerb = /^\s*\p{Ll}+\s+(?=(?:the|a|an|our|my|his|her|their|its|all)\s)/u;
/** "Kim sends the deck" is about the deck. */
const afterVerb = /^\s*(?:\p{L}+\s+){1,3}?(?:the|an?|our|my|his|her|their|its)\s+(.+)$/u;
/** What is left of a verb without an object: "is done", "was served". */
const onlyVerb =
  /^(?:\p{Ll}+(?:ed|wn|ves)|done|sent|paid|built|made|held|live|today|tomorrow|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/u;
const pronoun = /^(?:i|we|he|she|they|you|it|this|that|there|who|which|everyone|nobody|all|both)$/i;

/** "will deliver the plan" is about the plan. */
const helpers = /^(?:(?:will|shall|has|have|is|going|agreed|promised|committed|not|to)\s+)+\p{Ll}+\s+/u;

/** What an event is about: a person for roles, else a thing that is named, else the words after the verb, else the document. */
export function subjectOf(
  told: Told,
  actors: readonly EventActor[],
  title: string | undefined,
): EventSubject {
  const { sentence, category, at, find } = told;
  const first = find(sentence)[0]?.party ?? undefined;
  if (category === "Stakeholder" && (first !== undefined || actors[0] !== undefined)) {
    return { type: "person", ref: first?.name ?? actors[0]!.ref };
  }
  const people = new Set(
    find(sentence).flatMap(({ said, party }) => [...said.split(/\s+/), ...party.name.split(" ")]),
  );
  for (const [said] of sentence.matchAll(proper)) {
    const ref = said.replace(/^[`"“]|[`"”.]$/g, "");
    if (commonWords.has(ref.split(/\s/)[0]!.toLowerCase()) || people.has(ref.split(/\s/)[0]!)) continue;
    if (ref.length > 1 && !noThing.test(ref.split(/\s/)[0]!)) return { type: "object", ref };
  }
  if (told.label !== undefined && (category === "Change" || category === "QualityRisk")) {
    const what = shortened(stated.exec(sentence)?.[1] ?? "");
    if (what.length > 1 && !pronoun.test(what)) return { type: "object", ref: what };
  }
  const after = withoutWho(told)
    .replace(/^[^\s]*\s*/, "")
    .replace(helpers, "")
    .replace(verbFirst, "");
  const phrase = shortened(after.split(phraseEnd)[0]!);
  if (phrase.length > 2 && !onlyVerb.test(phrase) && !saysWhen.test(phrase))
    return { type: "object", ref: phrase };
  const clause = sentence.slice(0, at).split(phraseEnd).at(-1)!;
  const before = shortened(afterVerb.exec(clause)?.[1] ?? clause.replace(baseVerb, ""));
  if (
    before.length > 2 &&
    !pronoun.test(before) &&
    !people.has(before.split(" ")[0]!) &&
    !saysWhen.test(before)
  )
    return { type: "object", ref: before };
  if (title !== undefined && title.trim() !== "") return { type: "project", ref: title };
  return { type: "other", ref: predicateOf(told) };
}

/** The words from the verb on. A labelled task may begin with whose it is: "Kim, send the deck". */
function withoutWho({ sentence, at, label, find }: Told): string {
  const who = label === undefined ? undefined : find(sentence)[0];
  if (who === undefined || who.index !== 0) return sentence.slice(at);
  return sentence
    .slice(who.said.length)
    .replace(/^[\s,]+/, "")
    .replace(onlyHelpers, "");
}

/** What is done, where nothing is named that it is done to: of "Ann will pay by Friday", "pay". */
function predicateOf({ sentence, find }: Told): string {
  const who = find(sentence)[0];
  const rest =
    who?.index === 0
      ? sentence.slice(who.said.length)
      : sentence.replace(/^(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey)(?=[\s'’])/, "");
  const done = shortened(rest.trim().replace(onlyHelpers, "").split(phraseEnd)[0]!).replace(
    /\s+(?:today|tonight|tomorrow|now|soon)$/,
    "",
  );
  return done.length > 1 ? done : sentence.split(/\s+/).slice(0, 6).join(" ");
}
const onlyHelpers =
  /^(?:(?:will|shall|has|have|is|are|['’](?:ll|s|m|re|ve)|going|agreed|promised|commits|committed|plans|to)\s+)+/u;

const shortened = (phrase: string): string =>
  phrase
    .trim()
    .split(/\s+/)
    .slice(0, 6)
    .join(" ")
    .replace(/^(?:the|a|an|our|my|to|that|on)\s+/i, "");
