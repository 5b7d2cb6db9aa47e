const BEFORE = 40;
const AFTER = 24;

/** Whether a word that names the number stands close to it. */
export function isNamed(
  text: string,
  { start, end }: { start: number; end: number },
  names: RegExp,
): boolean {
  return (
    names.test(text.slice(Math.max(0, start - BEFORE), start)) || names.test(text.slice(end, end + AFTER))
  );
}

const OTHER_NUMBER =
  /(?:order|invoice|ticket|case|ref|reference|tracking|sku|part|serial|s\/n|isbn|issn|ean|upc|gtin|batch|model|build|version|ver|rma|job|article|item|lot|shipment|parcel|booking|confirmation|transaction|receipt|contract|member|customer|user|request|issue|pr|commit|bestell\w*|rechnung\w*|auftrag\w*|kunden\w*|commande|facture|dossier|pedido|factura|ordine|fattura|bestelling|factuur|zamówieni\w+|注文|订单|訂單|주문|заказ\w*)[ ._-]?(?:number|numero|número|numéro|nummer|num|no|nr|code|id)?[ .:#№-]{0,4}$/iu;

/** Words that come before a number that somebody can call. */
const PHONE =
  /(?:\b(?:phone|phones|tel|telephone|mobile|mob|cell|cellphone|fax|call|calls|called|dial|ring|sms|text (?:me|him|her|us|them)|texted|whats ?app|signal|viber|hotline|landline|voicemail|pager|reach (?:me|us|him|her|them)|reachable|telefon\w*|telefono|t[ée]l[ée]phone|tel[ée]fono|telefone|telefoon\w*|handy\w*|mobil\w*|mobiel|rufnummer|durchwahl|anruf\w*|rückruf\w*|rufen|ruf|portable|m[óo]vil|celular|cellulare|ll[aá]m\w+|appele\w*|joindre|chiam\w+|ligue|liga|bel|komórk\w*|komorka|ring)\b|\b(?:za)?dzwoń(?!\p{L})|☎|📞|📱|电话|手机|致电|联系方式|電話|携帯|携带|전화|휴대폰|연락처|телефон|(?<!\p{L})тел(?!\p{L})|мобильн|звони|फ़ोन|फोन|मोबाइल|هاتف|جوال)[^\n]{0,18}$/iu;

const WORDS = /[^\d\s.\-/()_+,]/;
const PLUS = /(?:^|[^\w)])\+\(?$/;

/** What stands before a number. It is looked at once, and only if there are words. */
export class Surroundings {
  readonly before: string;
  /** Words stand before the number or behind it. */
  readonly hasWords: boolean;
  #other: boolean | undefined;
  #phone: boolean | undefined;
  #plus: boolean | undefined;

  constructor(
    readonly text: string,
    start: number,
  ) {
    this.before = text.slice(Math.max(0, start - BEFORE), start);
    this.hasWords = WORDS.test(this.before) || WORDS.test(text.slice(start, start + AFTER + 30));
  }

  /** The words just before say that it is the number of something else. */
  get isOtherNumber(): boolean {
    this.#other ??= this.hasWords && OTHER_NUMBER.test(this.before);
    return this.#other;
  }

  get isCalled(): boolean {
    this.#phone ??= this.hasWords && PHONE.test(this.before);
    return this.#phone;
  }

  get hasPlus(): boolean {
    this.#plus ??= PLUS.test(this.before);
    return this.#plus;
  }
}
