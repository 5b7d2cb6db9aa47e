import type { LanguageData } from "./language.js";
import { numbers } from "./numbers.js";

export const fr: LanguageData = {
  name: "fr",
  marks:
    "le la les des du est était sont et je nous vous il elle on que qui quoi quand où avec dans pour sur une un ne pas ce cette au aux mon ma mes a ai avons fait été qu c y",
  months: [
    "janvier janv",
    "février fevrier févr fév",
    "mars",
    "avril avr",
    "mai",
    "juin",
    "juillet juil",
    "août aout",
    "septembre sept",
    "octobre oct",
    "novembre nov",
    "décembre decembre déc",
  ],
  weekdays: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
  seasons: { spring: "printemps", summer: "été étés", autumn: "automne automnes", winter: "hiver hivers" },
  namedDays: {
    christmas: "noël noel",
    newYearsEve: "la_saint-sylvestre saint-sylvestre",
    newYear: "le_jour_de_l'an jour_de_l'an nouvel_an",
    easter: "pâques",
  },
  weekend: "week-end weekend week-ends weekends",
  units: {
    hour: "heure heures",
    day: "jour jours",
    week: "semaine semaines",
    fortnight: "quinzaine quinze_jours",
    month: "mois",
    quarter: "trimestre trimestres",
    half: "moitié semestre semestres",
    year: "an ans année années annee annees",
    decade: "décennie décennies",
  },
  minutes: "minutes minute min",
  decades: {
    trente: 1930,
    quarante: 1940,
    cinquante: 1950,
    soixante: 1960,
    "soixante-dix": 1970,
    "quatre-vingt": 1980,
    "quatre-vingts": 1980,
    "quatre-vingt-dix": 1990,
  },
  numbers: numbers.fr,
  about: "environ presque à_peu_près près_de",
  or: "ou à",
  ordinals: {
    "1": "premier première premiers premières 1er 1re 1ère",
    "2": "deuxième second seconde 2e 2ème",
    "3": "troisième 3e 3ème",
    "4": "quatrième 4e 4ème",
    "5": "cinquième 5e 5ème",
    "-1": "dernier dernière derniers dernières",
  },
  days: {
    "avant-hier": -2,
    avant_hier: -2,
    hier: -1,
    hier_soir: -1,
    "aujourd'hui": 0,
    "aujourd’hui": 0,
    ce_matin: 0,
    ce_soir: 0,
    cette_nuit: 0,
    la_nuit_dernière: -1,
    "cet_après-midi": 0,
    demain: 1,
    "après-demain": 2,
    après_demain: 2,
  },
  shifts: {
    "-1": "dernier dernière derniers dernières derniere passé passée precedent précédent précédente",
    "0": "ce cet cette",
    "1": "prochain prochaine suivant suivante",
  },
  parts: {
    start: "début debut",
    middle: "mi milieu courant",
    end: "fin",
    gone: "plus_tôt",
    left: "plus_tard reste",
  },
  rules: [
    { name: "day", pattern: "{day}" },
    { name: "repeated", pattern: "chaque {weekday}", nothing: true },
    {
      name: "the one before last",
      pattern: "(?:(?:le|la|l['’])\\s?)?avant-derni(?:er|ère) {spans}",
      shift: -2,
    },
    {
      name: "weekday of a week",
      pattern: [
        "(?:le )?{weekday} (?:de )?(?:la |l['’])?{unit} {shift}",
        "(?:le )?{weekday} (?:de )?{shift} {unit}",
      ],
    },
    { name: "last or next", pattern: "(?:(?:pendant|durant|en|au|à) )?(?:le |la |l['’])?{spans} {shift}" },
    { name: "this", pattern: "{shift} {spans}" },
    {
      name: "the last one",
      pattern: "(?:(?:pendant|durant|au cours de|dans|de) )?(?:la |le )derni(?:er|ère) {unit}",
      shift: -1,
    },
    {
      name: "of another year",
      pattern: [
        "(?:(?:en|à|au|à l['’])\\s?)?(?:{month}|{season}|{named}) (?:de )?l['’]année {shift}",
        "(?:(?:en|à|au|à l['’])\\s?)?(?:{month}|{season}|{named}) de {shift} année",
        "[TQ]{quarter} (?:de )?l['’]année {shift}",
      ],
      ofYear: true,
    },
    {
      name: "around so long ago",
      pattern: [
        "(?:la |l['’])?{unit} derni(?:er|ère),? (?:à |vers )?(?:cette|la même|pareille) (?:époque|période|date)",
        "(?:à |vers )?(?:cette|la même|pareille) (?:époque|période|date),? (?:de )?(?:la |l['’])?{unit} derni(?:er|ère)",
        "il y a {n} {unit},? (?:à |vers )?(?:cette|la même|pareille) (?:époque|période|date)",
      ],
      n: [1, 1],
      way: "around",
    },
    { name: "longer ago", pattern: "il y a (?:plus d(?:e |['’])|au moins ){n} {unit}", way: "beyond" },
    { name: "less long ago", pattern: "il y a moins d(?:e |['’]){n} {unit}", way: "since" },
    { name: "minutes ago", pattern: "il y a {n} {minute}", unit: "minute", way: "ago" },
    {
      name: "a fortnight ago",
      pattern: "il y a (?:environ )?(?<unit>quinze jours)",
      n: [1, 1],
      way: "ago",
    },
    {
      name: "so long ago",
      pattern: ["il y a {n} {spans}(?<andHalf> et demie?)?", "voici {n} {unit}", "voilà {n} {unit}"],
      way: "ago",
    },
    {
      name: "a day so long ago",
      pattern: [
        "(?:{day}|(?:le )?{weekday}),? il y a {n} {unit}",
        "il y a {n} {unit},? (?:{day}|(?:le )?{weekday})",
      ],
      way: "ago",
    },
    { name: "in so long", pattern: ["dans {n} {unit}", "d['’]ici {n} {unit}"], way: "ahead" },
    {
      name: "since so long",
      pattern: [
        "(?:(?:ces|les|des|au cours des|depuis) )?{n} derni(?:ers|ères|eres) {unit}",
        "(?:(?:ces|les|des|au cours des) )?derni(?:ers|ères|eres) {n} {unit}",
        "depuis {n} {unit}",
      ],
      way: "since",
    },
    {
      name: "since a few",
      pattern: "(?:(?:ces|les|au cours des) )derni(?:ers|ères) (?<unit>jours|semaines|mois|années)",
      n: [2, 5],
      way: "since",
    },
    { name: "until so long", pattern: "(?:les |ces |des )?{n} prochaine?s {unit}", way: "next" },
    {
      name: "month",
      pattern:
        "(?:(?:en|depuis|avant|après|jusqu['’]en|courant|dès) |(?:au|du|le) mois (?:de |d['’]))(?:le mois de )?{month}(?: {year})?",
    },
    { name: "month of a year", pattern: "{month} {year}" },
    { name: "season of a year", pattern: "(?:en |au |à l['’])?(?:l['’])?{season} {year}" },
    { name: "season", pattern: "(?:cet|au|en|pendant l['’]|à l['’]|depuis l['’])\\s?{season}" },
    { name: "named days", pattern: ["(?:à|pour|depuis|avant|après) {named}", "{named} {year}"] },
    {
      name: "quarter",
      pattern: ["(?:(?:au|le|du) )?{ordinal} trimestre(?: (?:de )?{year})?", "T{quarter}(?: {year})?"],
      unit: "quarter",
    },
    {
      name: "half of a year",
      pattern: ["(?:(?:au|le|du) )?{ordinal} semestre(?: (?:de )?{year})?", "S{half} {year}"],
      unit: "half",
    },
    {
      name: "week",
      pattern: [
        "(?:(?:en|la) )*semaine (?:n[°o]\\s?)?{week}(?: de)? {year}",
        "(?:(?:en|la) )+semaine {week}(?! de)",
      ],
    },
    { name: "decade", pattern: "(?:dans |de |depuis )?les années (?:{decade}|{shortDecade}|{decadeWord})" },
    {
      name: "year",
      pattern: ["(?:en|depuis|avant|après|dès) {year}", "(?:en |de )?l['’](?:an|année) {calledYear}"],
    },
    { name: "part of this unit", pattern: "(?:en |au |à la )?{part} d(?:e |['’]){unit}", shift: 0 },
    { name: "this unit", pattern: "(?:(?:du|de la|le|la) |(?:de )?l['’]){unit}", shift: 0, alone: true },
    { name: "month alone", pattern: "{month}", alone: true },
    { name: "season alone", pattern: "(?:l['’]|le )?{season}", alone: true },
    { name: "named days alone", pattern: "{named}", alone: true },
    { name: "week alone", pattern: "semaine {week}", alone: true },
    { name: "weekend", pattern: "(?:le|ce|pendant le|durant le) {weekend}" },
    { name: "weekend alone", pattern: "{weekend}", alone: true },
  ],
  compositions: [
    {
      pattern:
        "(?:au |à la |en |à )?{part}(?:[\\s-]+(?:(?:de|du mois de) )?(?:la |les |l['’]|d['’]|du |de l['’])?)",
    },
    {
      pattern:
        "(?:au |à la |la |le |les |dans la )?{ordinal} (?:{n} )?(?:{unit}|{weekday}) (?:de |du |en )?(?:la |l['’]|d['’])?",
    },
    { pattern: "(?:au |la |le |les |durant les )?{n} {ordinal} {unit} (?:de |du |d['’])(?:l['’])?" },
    { pattern: "(?:la )?semaine du ", whole: "week" },
    { pattern: "(?:{n}|la|le) {unit} avant (?:le |la )?", way: "ago" },
    { pattern: "(?:{n}|la|le) {unit} après (?:le |la )?", way: "ahead" },
  ],
  opening: {
    since: "depuis dès depuis_le à_partir_de",
    until: "avant jusqu'en jusqu’en jusqu'à jusqu’à jusqu'au jusqu’au avant_le avant_la",
    after: "après après_le",
  },
  ends: { before: "entre de du depuis", and: "et", to: "à au jusqu'à jusqu'au" },
  frame:
    "que qu quoi quel quelle quels quelles est ce c s se passé passe passée passés arrivé il y a eu été fait faite dit dite discuté " +
    "avons avez ai as ont nous je j tu on vous les le la l de du des d n t en au aux à pendant depuis durant dans nouveau nouveautés " +
    "neuf tout toutes tous chose choses événements événement raconte montre moi résume et était sont avant après jusque entre mois " +
    "parlé parle dis-moi dis rappelle souvenirs",
};
