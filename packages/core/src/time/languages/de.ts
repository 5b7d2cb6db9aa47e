import type { LanguageData } from "./language.js";
import { numbers } from "./numbers.js";

const partsOfDay = ["früh", "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht"];
const withParts = (day: string) => [day, ...partsOfDay.map((part) => `${day}${part}`)].join(" ");

export const de: LanguageData = {
  name: "de",
  marks:
    "der die das den dem des ist war waren sind und nicht ich wir du sie er es was wer wann wo mit von vom im am ein eine einen für auf hat habe haben wurde zu zum zur auch",
  months: [
    "januar jänner jan",
    "februar feber feb",
    "märz maerz mrz",
    "april apr",
    "mai",
    "juni jun",
    "juli jul",
    "august aug",
    "september sept sep",
    "oktober okt",
    "november nov",
    "dezember dez",
  ],
  weekdays: [
    ...["sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag"].map(withParts),
    `${withParts("samstag")} ${withParts("sonnabend")}`,
  ],
  seasons: {
    spring: "frühling frühlings frühjahr frühjahrs",
    summer: "sommer sommers sommern",
    autumn: "herbst herbstes herbsts",
    winter: "winter winters wintern",
  },
  namedDays: {
    christmas: "weihnachten weihnacht",
    newYearsEve: "silvester",
    newYear: "neujahr",
    easter: "ostern",
  },
  weekend: "wochenende wochenenden",
  units: {
    hour: "stunde stunden",
    day: "tag tage tagen tages",
    week: "woche wochen kw kalenderwoche",
    fortnight: "",
    month: "monat monate monaten monats",
    quarter: "quartal quartale quartalen quartals vierteljahr",
    half: "hälfte halbjahr halbjahres halbjahrs",
    year: "jahr jahre jahren jahres",
    decade: "jahrzehnt jahrzehnte jahrzehnten",
  },
  minutes: "minuten minute min",
  decades: {
    dreißigern: 1930,
    dreißiger: 1930,
    vierzigern: 1940,
    vierziger: 1940,
    fünfzigern: 1950,
    fünfziger: 1950,
    sechzigern: 1960,
    sechziger: 1960,
    siebzigern: 1970,
    siebziger: 1970,
    achtzigern: 1980,
    achtziger: 1980,
    neunzigern: 1990,
    neunziger: 1990,
  },
  numbers: numbers.de,
  about: "etwa ungefähr rund circa ca. ca gut knapp fast über",
  or: "oder bis",
  ordinals: {
    "1": "erste ersten erster erstes 1.",
    "2": "zweite zweiten zweiter zweites 2.",
    "3": "dritte dritten dritter drittes 3.",
    "4": "vierte vierten vierter viertes 4.",
    "5": "fünfte fünften fünfter fünftes",
    "-1": "letzte letzten letzter letztes",
  },
  days: {
    vorvorgestern: -3,
    vorgestern: -2,
    gestern: -1,
    gestern_abend: -1,
    letzte_nacht: -1,
    heute: 0,
    heute_früh: 0,
    heute_morgen: 0,
    heute_abend: 0,
    morgen_früh: 1,
    morgen_abend: 1,
    übermorgen: 2,
    überübermorgen: 3,
  },
  shifts: {
    "-1": "letzte letzten letzter letztes letztem vorige vorigen voriger voriges vorigem vergangene vergangenen vergangener vergangenes vergangenem",
    "0": "diese diesen dieser dieses diesem",
    "1": "nächste nächsten nächster nächstes nächstem kommende kommenden kommender kommendes kommendem",
  },
  parts: {
    start: "anfang beginn zu_beginn am_anfang",
    middle: "mitte",
    end: "ende am_ende",
    gone: "früher bisher",
    left: "später rest",
  },
  rules: [
    { name: "day", pattern: "{day}" },
    { name: "repeated", pattern: "jeden (?:zweiten )?{weekday}", nothing: true },
    {
      name: "the one before last",
      pattern: "(?:(?:der|die|das|den|dem|des|im|am|in) )*vorletzte[nmrs]? {spans}",
      shift: -2,
    },
    {
      name: "the one after next",
      pattern: "(?:(?:der|die|das|den|dem|des|im|am|in) )*übernächste[nmrs]? (?:{unit}|{weekend})",
      shift: 2,
    },
    {
      name: "the morning",
      pattern: "(?:am|guten|jeden|diesen|schönen|einen|der|den|dem) morgen",
      nothing: true,
    },
    { name: "weekday of a week", pattern: ["{weekday} {shift} {unit}", "{shift} {unit} (?:am )?{weekday}"] },
    {
      name: "since a few",
      pattern:
        "(?:in den |während der |die )?(?:letzten|letzte|vergangenen) (?<unit>tagen?|wochen|monaten?|jahren?)",
      n: [2, 5],
      way: "since",
    },
    { name: "last, this or next", pattern: "(?:(?:der|die|das|den|dem|des|im|am|in|an) )*{shift} {spans}" },
    { name: "so far", pattern: "{shift} {unit} {part}" },
    {
      name: "of another year",
      pattern: [
        "(?:(?:im|an|zu) )?(?:{month}|{season}|{named}) {shift} jahr(?:es)?",
        "Q{quarter} {shift} jahres",
        "(?:im )?{shift} jahr,? (?:im|an|zu|über) (?:{month}|{season}|{named})",
      ],
      ofYear: true,
    },
    {
      name: "around so long ago",
      pattern: [
        "(?:im )?(?:letzte[nsm]|vorige[nsm]|vergangene[nsm]) {unit} (?:etwa )?um diese zeit",
        "um diese zeit (?:im )?(?:letzte[nsm]|vorige[nsm]|vergangene[nsm]) {unit}",
        "vor {n} {unit} um diese zeit",
      ],
      n: [1, 1],
      way: "around",
    },
    { name: "longer ago", pattern: "vor (?:mehr als|über|mindestens) {n} {unit}", way: "beyond" },
    { name: "less long ago", pattern: "vor (?:weniger als|nicht einmal) {n} {unit}", way: "since" },
    { name: "minutes ago", pattern: "vor {n} {minute}", unit: "minute", way: "ago" },
    { name: "so long ago", pattern: ["vor {n} {unit}", "vor {n} {spans}"], way: "ago" },
    {
      name: "a day so long ago",
      pattern: ["(?:{day}|(?:am )?{weekday}) vor {n} {unit}", "vor {n} {unit} am {weekday}"],
      way: "ago",
    },
    { name: "in so long", pattern: "in {n} {unit}", way: "ahead" },
    { name: "a day in so long", pattern: "(?:{day}|(?:am )?{weekday}) in {n} {unit}", way: "ahead" },
    {
      name: "since so long",
      pattern: ["(?:in den |während der |die |der )?(?:letzten|vergangenen) {n} {unit}", "seit {n} {unit}"],
      way: "since",
    },
    {
      name: "until so long",
      pattern: "(?:in den |während der |die )?(?:nächsten|kommenden) {n} {unit}",
      way: "next",
    },
    { name: "month", pattern: "(?:im|seit|bis|ab|vor|nach|vom|in) (?:dem )?{month}(?: {year})?" },
    { name: "month of a year", pattern: "{month} {year}" },
    { name: "season of a year", pattern: "(?:im )?{season} {year}" },
    { name: "season", pattern: "(?:im|seit dem|über den|diesen) {season}" },
    { name: "named days", pattern: ["(?:an|zu|über|um|seit|vor|nach|bis) {named}", "{named} {year}"] },
    { name: "quarter", pattern: "(?:(?:im|das|des) )?{ordinal} quartals?(?: {year})?", unit: "quarter" },
    {
      name: "half of a year",
      pattern: "(?:(?:im|das|des) )?{ordinal} halbjahre?s?(?: {year})?",
      unit: "half",
    },
    {
      name: "week",
      pattern: [
        "(?:(?:in|der) )*(?:KW|kalenderwoche)\\s?{week}(?:(?: des jahres)?[ /]{year})?",
        "(?:(?:in|der) )*{week}\\.\\s?(?:KW|kalenderwoche)(?: {year})?",
        "woche {week},? {year}",
        "in woche {week}(?! der| des)",
      ],
    },
    {
      name: "decade",
      pattern: [
        "(?:in )?(?:den|der|die) (?:{decade}|{shortDecade})er(?:n| jahren?)?",
        "{decade}er(?: jahren?)?",
        "(?:in |aus |seit )?(?:den|der|die) {decadeWord}(?:[ -]?jahren?)?",
      ],
    },
    {
      name: "year",
      pattern: [
        "(?:im|in dem|seit dem|bis zum|des) jahre?s? {calledYear}",
        "(?:in|seit|bis|ab|vor|nach) {year}",
      ],
    },
    {
      name: "end of the year",
      pattern: "(?:(?:am|zum|vor|gegen|bis|das|des) )?(?:jahresende|jahresendes)",
      dates: [11, 1, 31],
    },
    { name: "this unit", pattern: "(?:der|des|dieser|dieses) {unit}", shift: 0, alone: true },
    { name: "week alone", pattern: "woche {week}", alone: true },
    { name: "month alone", pattern: "(?:des )?{month}s?", alone: true },
    { name: "season alone", pattern: "(?:(?:der|des|den) )?{season}", alone: true },
    { name: "named days alone", pattern: "{named}", alone: true },
    { name: "weekend", pattern: "(?:am|übers|über das) {weekend}" },
    {
      name: "part of a weekday",
      pattern:
        "(?:(?:am|seit|vom) )?{weekday}(?<!(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend)",
    },
    { name: "weekend alone", pattern: "(?:das )?{weekend}", alone: true },
  ],
  compositions: [
    { pattern: "{part} (?:(?:von|vom|der|des) )?" },
    {
      pattern:
        "(?:(?:in|an|der|am|im|die|den|das) )*{ordinal} (?:{n} )?(?:{unit}|{weekday}) (?:(?:im|in|von|vom|der|des) )*",
    },
    { pattern: "(?:(?:in|der|die) )*woche (?:vom|ab|um den) ", whole: "week" },
    { pattern: "(?:{n}|(?:am|der|die|den|in der)) {unit} vor (?:(?:dem|der) )?", way: "ago" },
    { pattern: "(?:{n}|(?:am|der|die|den|in der)) {unit} nach (?:(?:dem|der) )?", way: "ahead" },
  ],
  opening: { since: "seit ab seit_dem", until: "bis vor bis_zum vor_dem", after: "nach nach_dem" },
  ends: { before: "zwischen von vom ab", and: "und", to: "bis bis_zum" },
  frame:
    "was ist war sind waren wurde wird passiert passierte geschah geschehen los gab gibt es hat haben habe hatten hatte ich wir du " +
    "ihr sie man alles etwas neues neu gemacht machten getan gesagt besprochen gesprochen erzählt über erzähl erzähle zeig zeige " +
    "nenne mir uns die der das den dem des ein eine und in im am an von vom seit zu zum zur bitte denn so dort da weißt weisst " +
    "ereignisse ereignis dinge sich zugetragen zusammenfassung bis nach vor während alle welche gewesen gibts wars",
};
