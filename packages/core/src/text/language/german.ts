import { digitTime, type Language, wholeWords } from "./language.js";

const weekday = "(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?";
const month = "januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember";
const span = "(?:minute|stunde|woche|nacht|nachte)n?|tage?n?|monate?n?|jahre?n?|wochenenden?";

export const german: Language = {
  framing:
    "frag frage fragen fragte gefragt sag sage sagen sagt sagte gesagt erzahl erzahle erzahlen erzahlt erwahnen erwahnt " +
    "erwahnte beschreibe beschreiben erklare erklaren erklart liste auflisten zusammenfassen zusammenfassung erinnere " +
    "erinnern gesprach gesprache sitzung sitzungen unterhaltung vorherige fruhere ding dinge sache sachen etwas " +
    "einzelheiten wurde wurden konnte konnten mochte bitte weisst",
  asksWhen: wholeWords(
    "wann|seit wann|bis wann|ab wann|wie lange|wie oft|um wie viel uhr|um wieviel uhr",
    "an welchem (?:tag|datum)|welche[rsnm]? (?:tag|datum|monat|jahr|woche|uhrzeit)",
    `wie ?viele? (?:${span})`,
  ),
  asksAgent: wholeWords(
    "(?:hast|hattest|kannst|konntest|wurdest|bist) du|du (?:gesagt|vorgeschlagen|empfohlen|geraten|erklart)",
    "dein(?:e|en|em|er)? (?:rat|vorschlag|vorschlage|antwort|antworten|empfehlung|empfehlungen|erklarung|liste|ideen?)",
    "assistent(?:in|en)?|der (?:agent|bot)|die ki|fasse|zusammenfassung|uberblick",
  ),
  time: wholeWords(
    digitTime,
    "gestern|vorgestern|heute|morgen|ubermorgen|neulich|kurzlich|wochenende|mittags|mitternacht",
    `${weekday}|${month}`,
    `(?:letzte|nachste|diese|vergangene|kommende|vorige)[rnsm]? (?:${span}|${weekday}|fruhling|sommer|herbst|winter|${month})`,
    `(?:vor|seit|in) (?:\\d+|eine[rmn]?|zwei|drei|vier|funf|sechs|ein paar|einigen|wenigen) (?:${span})`,
    "\\d{1,2} uhr|anfang|ende|mitte (?:des|der)|\\d{1,2}\\. \\p{L}+|weihnachten|ostern|silvester",
  ),
  standing: wholeWords(
    "immer|nie|niemals|ab jetzt|von jetzt an|ab sofort|in zukunft|kunftig|jedes mal",
    "ich (?:bevorzuge|mochte lieber|will lieber|mag lieber|hatte lieber|mochte nicht|will nicht)|lieber",
    "bitte (?:merk|merke|denk|denke|beachte)|merk dir|denk daran|vergiss nicht|nenn mich|ich heisse",
  ),
};
