import { type Shadow, shadowOf } from "../../secrets/shadow.js";

/** From here on everything is shown from right to left, Latin letters and digits too. */
const RIGHT_TO_LEFT_OVERRIDE = "\u202e";
/** Signs that begin a stretch with a direction of its own, in which Latin letters stay as they are. */
const OTHER_STARTS = new Set(["\u202a", "\u202b", "\u202d", "\u2066", "\u2067", "\u2068"]);
const ENDS = new Set(["\u202c", "\u2069"]);
const PARAGRAPH = /[\n\r\x85\u2029]/;
/** Brackets that are shown from right to left are turned. */
const MIRRORED = new Map(
  ["()", "[]", "{}", "<>"].flatMap(([a, b]) => [[a!, b!] as const, [b!, a!] as const]),
);

/** A sign and its place in the text. */
interface Sign {
  sign: string;
  at: number;
}

/** A stretch of one direction, with the stretches in it. */
interface Stretch {
  turned: boolean;
  parts: (Sign | Stretch)[];
}

/** The text in the order in which a reader sees it, if an override turns some of it. */
export function turnedShadowOf(text: string): Shadow | undefined {
  if (!text.includes(RIGHT_TO_LEFT_OVERRIDE)) return undefined;
  const shown: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { sign, at } of signsAsShown(stretchesOf(text))) {
    shown.push(sign);
    for (let unit = 0; unit < sign.length; unit++) {
      starts.push(at);
      ends.push(at + sign.length);
    }
  }
  const shadow = shadowOf(shown.join(""));
  return {
    text: shadow.text,
    original: (start, end) => {
      const [from, to] = shadow.original(start, end);
      let [first, last] = [text.length, 0];
      for (let unit = from; unit < to; unit++) {
        first = Math.min(first, starts[unit]!);
        last = Math.max(last, ends[unit]!);
      }
      return [Math.min(first, last), last];
    },
  };
}

/** An override holds until its end or that of the paragraph. */
function stretchesOf(text: string): Stretch {
  const whole: Stretch = { turned: false, parts: [] };
  let open = [whole];
  let at = 0;
  for (const sign of text) {
    const turned = sign === RIGHT_TO_LEFT_OVERRIDE;
    if (turned || OTHER_STARTS.has(sign)) {
      const stretch: Stretch = { turned, parts: [] };
      open.at(-1)!.parts.push(stretch);
      open.push(stretch);
    } else if (ENDS.has(sign)) {
      if (open.length > 1) open.pop();
    } else {
      if (PARAGRAPH.test(sign)) open = [whole];
      open.at(-1)!.parts.push({ sign, at });
    }
    at += sign.length;
  }
  return whole;
}

/** Each stretch in its own direction. Not by recursion: a text may nest as many as it has signs. */
function* signsAsShown(whole: Stretch): Iterable<Sign> {
  const open = [{ stretch: whole, next: 0 }];
  while (open.length > 0) {
    const place = open.at(-1)!;
    const { turned, parts } = place.stretch;
    const part = parts[turned ? parts.length - 1 - place.next : place.next];
    place.next++;
    if (part === undefined) open.pop();
    else if ("parts" in part) open.push({ stretch: part, next: 0 });
    else yield turned ? { sign: MIRRORED.get(part.sign) ?? part.sign, at: part.at } : part;
  }
}
