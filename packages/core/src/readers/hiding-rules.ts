/** What an element is matched by: its name, its id and its classes. */
export interface Element {
  tag: string;
  attributes: Record<string, string>;
}

interface Rule {
  tag: string | undefined;
  ids: string[];
  classes: string[];
  hides: boolean;
  weight: number;
  order: number;
}

type Unordered = Omit<Rule, "order">;

const zero = "0(?:\\.0*)?(?:px|pt|em|rem|%)?";
const hiding = new RegExp(
  `(?:^|;)\\s*(?:display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)|mso-hide\\s*:\\s*all|(?:font-size|opacity|max-height)\\s*:\\s*${zero}\\s*(?:!|;|$))`,
  "i",
);
const showing = /(?:^|;)\s*(?:display\s*:|visibility\s*:\s*visible)/i;
const comments = /\/\*.*?\*\//gs;
/** One element by itself: p, .note, p.note, #top. What depends on other elements or on a state is not judged. */
const compound = /^([a-z][a-z0-9]*|\*)?((?:[.#][\w-]+)*)$/i;
const maxRules = 2_000;

/** Whether a style says that nothing of an element is seen; undefined if it does not say. */
export function hidesBy(style: string): boolean | undefined {
  const plain = style.replace(comments, "");
  if (hiding.test(plain)) return true;
  return showing.test(plain) ? false : undefined;
}

/** The text of a page's style sheets as rules that hide elements, or show them. Of two that fit, the more exact one decides. */
export function hidingRules(sheets: readonly string[]): (element: Element) => boolean {
  const rules = sheets
    .flatMap((sheet) => rulesOf(sheet.replace(comments, "")))
    .slice(0, maxRules)
    .map((rule, order) => ({ ...rule, order }));
  if (!rules.some(({ hides }) => hides)) return () => false;
  const byKey = new Map<string, Rule[]>();
  for (const rule of rules) {
    const known = byKey.get(keyOf(rule));
    if (known === undefined) byKey.set(keyOf(rule), [rule]);
    else known.push(rule);
  }
  return ({ tag, attributes }) => {
    const classes = new Set((attributes.class ?? "").split(/\s+/));
    const keys = [tag, "*", `#${attributes.id}`, ...[...classes].map((name) => `.${name}`)];
    const fits = (rule: Rule) =>
      (rule.tag === undefined || rule.tag === tag) &&
      rule.ids.every((id) => id === attributes.id) &&
      rule.classes.every((name) => classes.has(name));
    const fitting = keys.flatMap((key) => byKey.get(key)?.filter(fits) ?? []);
    return (
      fitting.reduce<Rule | undefined>((best, rule) => (isBefore(rule, best) ? best : rule), undefined)
        ?.hides ?? false
    );
  };
}

/** What every element that a rule fits has. */
const keyOf = ({ tag, ids: [id], classes: [name] }: Rule): string =>
  id !== undefined ? `#${id}` : name !== undefined ? `.${name}` : (tag ?? "*");

const isBefore = (rule: Rule, other: Rule | undefined): boolean =>
  other !== undefined && (rule.weight - other.weight || rule.order - other.order) < 0;

/** Rules for every screen: blocks such as @media are for some alone, and left out. */
function rulesOf(sheet: string): Unordered[] {
  const rules: Unordered[] = [];
  let [start, depth, inner] = [0, 0, 0];
  let selectors = "";
  for (let at = 0; at < sheet.length; at++) {
    const char = sheet[at];
    if (char === "{") {
      if (depth === 0) [selectors, inner] = [sheet.slice(start, at), at + 1];
      depth += 1;
    } else if (char === "}" && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      if (!selectors.trim().startsWith("@")) rules.push(...rulesFor(selectors, sheet.slice(inner, at)));
      start = at + 1;
    } else if (char === ";" && depth === 0) start = at + 1;
  }
  return rules;
}

function rulesFor(selectors: string, style: string): Unordered[] {
  const hides = hidesBy(style);
  if (hides === undefined) return [];
  return selectors.split(",").flatMap((selector): Unordered[] => {
    const [, tag, rest = ""] = compound.exec(selector.trim()) ?? [undefined, undefined, undefined];
    if (tag === undefined && rest === "") return [];
    const named = (mark: string) =>
      [...rest.matchAll(/[.#][\w-]+/g)].filter(([one]) => one.startsWith(mark)).map(([one]) => one.slice(1));
    const [ids, classes] = [named("#"), named(".")];
    const ofTag = tag === undefined || tag === "*" ? undefined : tag.toLowerCase();
    const weight = ids.length * 10_000 + classes.length * 100 + (ofTag === undefined ? 0 : 1);
    return [{ tag: ofTag, ids, classes, hides, weight }];
  });
}
