import type { Detector, FindingScanner } from "../finding.js";
import { isCard } from "./card.js";
import { chains, type Group, isApart, numbersFrom, type Written } from "./chains.js";
import { hasShape, idsOfLength } from "./national-numbers.js";
import { isPhone } from "./phone.js";
import { isNamed, Surroundings } from "./surroundings.js";

/** Cards, national ids of digits and phone numbers. What a number may be is tried in this order, the longest first. */
export const numbers: FindingScanner = function* (text, { spelled }) {
  for (const chain of chains(text)) {
    for (let at = 0; at < chain.length; at++) {
      const group = chain[at]!;
      const around = new Surroundings(text, group.start);
      if (!isBeginning(group) && !around.hasWords) continue;
      const all = numbersFrom(text, chain, at);
      for (const kindOf of [card, nationalId, phone]) {
        const found = firstOf(all, (written) => kindOf(around, written, spelled));
        if (found === undefined) continue;
        yield { ...withSigns(text, found.written), ...found.kind };
        at = found.written.last;
        break;
      }
    }
  }
};

/** In the middle of other digits, and with no word near, only the number of a card begins. */
const isBeginning = ({ join, digits: { length } }: Group): boolean =>
  isApart(join) || length === 4 || length === 6 || length === 8 || length > 12;

interface Kind {
  detector: Detector;
  type: string;
}

function firstOf<T>(all: T[], kindOf: (one: T) => Kind | undefined): { written: T; kind: Kind } | undefined {
  for (const written of all) {
    const kind = kindOf(written);
    if (kind) return { written, kind };
  }
  return undefined;
}

const card = (around: Surroundings, written: Written): Kind | undefined =>
  isCard(written) && !around.isOtherNumber ? { detector: "card", type: "card" } : undefined;

function nationalId(around: Surroundings, written: Written, spelled: boolean): Kind | undefined {
  for (const id of idsOfLength(written.digits.length)) {
    const shaped = !spelled && hasShape(id, written) && written.digits !== id.sample;
    if ((!shaped && !around.hasWords) || !id.check(written.digits)) continue;
    if ((shaped && !around.isOtherNumber) || isNamed(around.text, written, id.names))
      return { detector: "national_id", type: id.type };
  }
  return undefined;
}

const phone = (around: Surroundings, written: Written, spelled: boolean): Kind | undefined =>
  isPhone(around, written, spelled) ? { detector: "phone", type: "phone" } : undefined;

/** With the plus sign and the bracket before it. */
function withSigns(text: string, { start, end }: Written) {
  const signs = /[+(]{1,2}$/.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? "";
  return { start: start - signs.length, end };
}
