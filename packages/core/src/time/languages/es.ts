import type { LanguageData } from "./language.js";
import { numbers } from "./numbers.js";

export const es: LanguageData = {
  name: "es",
  marks:
    "el la los las es era son y que qué quién cuándo dónde con en de del un una no se me mi mis yo nosotros ella él por para al lo pasó fue hay está estaba como más su",
  months: [
    "enero ene",
    "febrero feb",
    "marzo mar",
    "abril abr",
    "mayo may",
    "junio jun",
    "julio jul",
    "agosto",
    "septiembre setiembre sept sep",
    "octubre oct",
    "noviembre nov",
    "diciembre dic",
  ],
  weekdays: ["domingo", "lunes", "martes", "miércoles miercoles", "jueves", "viernes", "sábado sabado"],
  seasons: {
    spring: "primavera primaveras",
    summer: "verano veranos",
    autumn: "otoño otono otoños",
    winter: "invierno inviernos",
  },
  namedDays: {
    christmas: "navidad navidades",
    newYearsEve: "nochevieja fin_de_año",
    newYear: "año_nuevo",
    easter: "semana_santa pascua",
  },
  weekend: "fin_de_semana finde fines_de_semana",
  units: {
    hour: "hora horas",
    day: "día días dia dias",
    week: "semana semanas",
    fortnight: "quincena quince_días quince_dias",
    month: "mes meses",
    quarter: "trimestre trimestres",
    half: "mitad semestre semestres",
    year: "año años",
    decade: "década décadas",
  },
  minutes: "minutos minuto min",
  decades: {
    treinta: 1930,
    cuarenta: 1940,
    cincuenta: 1950,
    sesenta: 1960,
    setenta: 1970,
    ochenta: 1980,
    noventa: 1990,
  },
  numbers: numbers.es,
  about: "unos unas aproximadamente casi cerca_de alrededor_de como más_o_menos",
  or: "o a",
  ordinals: {
    "1": "primer primera primero primeros primeras 1er",
    "2": "segundo segunda 2º",
    "3": "tercer tercera tercero 3er",
    "4": "cuarto cuarta 4º",
    "5": "quinto quinta",
    "-1": "último última ultimo ultima últimos últimas",
  },
  days: {
    anteayer: -2,
    antes_de_ayer: -2,
    antier: -2,
    ayer: -1,
    anoche: -1,
    hoy: 0,
    esta_mañana: 0,
    esta_tarde: 0,
    esta_noche: 0,
    mañana_por_la_mañana: 1,
    pasado_mañana: 2,
  },
  shifts: {
    "-1": "pasado pasada último última ultimo ultima anterior",
    "0": "este esta",
    "1": "próximo próxima proximo proxima siguiente que_viene",
  },
  parts: {
    start: "principios comienzos inicios principio comienzo inicio",
    middle: "mediados mitad",
    end: "finales fines final fin",
    gone: "en_lo_que_va hasta_ahora",
    left: "resto más_tarde",
  },
  rules: [
    { name: "day", pattern: "{day}" },
    { name: "the morning", pattern: "(?:la|cada|una|de|por la|de la) mañana", nothing: true },
    { name: "repeated", pattern: "(?:cada|todos los) {weekday}", nothing: true },
    {
      name: "the one before last",
      pattern: ["(?:(?:el|la|en|durante) )*{unit} antepasad[oa]", "(?:(?:el|la|en) )*penúltim[oa] {spans}"],
      shift: -2,
    },
    { name: "last or next", pattern: "(?:(?:el|la|en|durante) )*{spans} {shift}" },
    { name: "this, or last before", pattern: "(?:(?:el|la|en|durante) )*{shift} {spans}" },
    {
      name: "weekday of a week",
      pattern: ["(?:el )?{weekday} de (?:la )?{unit} {shift}", "(?:el )?{weekday} de {shift} {unit}"],
    },
    {
      name: "of another year",
      pattern: "(?:en )?(?:el )?(?:{month}|{season}|{named}) (?:de |del )año {shift}",
      ofYear: true,
    },
    {
      name: "around so long ago",
      pattern: [
        "(?:el |la )?{unit} pasad[oa],? (?:más o menos )?(?:por|en) estas (?:mismas )?fechas",
        "(?:por|en) estas (?:mismas )?fechas,? (?:del |de la |el |la )?{unit} pasad[oa]",
        "hace {n} {unit},? (?:por|en) estas (?:mismas )?fechas",
      ],
      n: [1, 1],
      way: "around",
    },
    { name: "longer ago", pattern: "hace (?:más de|al menos) {n} {unit}", way: "beyond" },
    { name: "less long ago", pattern: "hace menos de {n} {unit}", way: "since" },
    { name: "minutes ago", pattern: "hace {n} {minute}", unit: "minute", way: "ago" },
    {
      name: "a fortnight ago",
      pattern: "hace (?:unos |como )?(?<unit>quince d[ií]as)",
      n: [1, 1],
      way: "ago",
    },
    {
      name: "so long ago",
      pattern: ["hace {n} {spans}(?<andHalf> y medi[oa])?", "{n} {unit}(?<andHalf> y medi[oa])? atrás"],
      way: "ago",
    },
    { name: "one and a half ago", pattern: "hace {unit} y medi[oa]", n: [1.5, 1.5], way: "ago" },
    {
      name: "a day so long ago",
      pattern: [
        "(?:{day}|(?:el )?{weekday}),? hace {n} {unit}",
        "hace {n} {unit},? (?:{day}|(?:el )?{weekday})",
      ],
      way: "ago",
    },
    { name: "in so long", pattern: "(?:en|dentro de) {n} {unit}", way: "ahead" },
    {
      name: "since so long",
      pattern: [
        "(?:(?:en|durante) )?(?:los |las )?[úu]ltim[oa]s {n} {unit}",
        "(?:(?:en|durante) )?(?:los |las )?{n} [úu]ltim[oa]s {unit}",
        "desde hace {n} {unit}",
      ],
      way: "since",
    },
    {
      name: "since a few",
      pattern: "(?:(?:en|durante) )?(?:los |las )[úu]ltim[oa]s (?<unit>días|semanas|meses|años)",
      n: [2, 5],
      way: "since",
    },
    {
      name: "until so long",
      pattern: "(?:(?:en|durante) )?(?:los |las )?próxim[oa]s {n} {unit}",
      way: "next",
    },
    {
      name: "month",
      pattern:
        "(?:en|desde|hasta|durante|antes de|después de) (?:el mes de )?{month}(?: (?:de |del )?{year})?",
    },
    {
      name: "days of a month",
      pattern:
        "(?:del |entre el )?(?<date>\\d{1,2}) (?:al|a|y el|hasta el) (?<date2>\\d{1,2}) de {month}(?: (?:de |del )?{year})?",
    },
    { name: "month of a year", pattern: "{month} (?:de |del )?{year}" },
    { name: "season of a year", pattern: "(?:en )?(?:el |la )?{season} (?:de |del )?{year}" },
    { name: "season", pattern: "(?:en|durante|desde) (?:el |la )?{season}" },
    {
      name: "named days",
      pattern: [
        "(?:en|por|desde|antes de|después de|durante la|durante) {named}",
        "{named} (?:de |del )?{year}",
      ],
    },
    {
      name: "quarter",
      pattern: [
        "(?:(?:en|el|del) )*{ordinal} trimestre(?: (?:de |del )?{year})?",
        "{quarter}T (?:de )?{year}",
        "T{quarter}(?: (?:de )?{year})?",
      ],
      unit: "quarter",
    },
    {
      name: "half of a year",
      pattern: "(?:(?:en|el|del) )*{ordinal} semestre(?: (?:de |del )?{year})?",
      unit: "half",
    },
    {
      name: "week",
      pattern: ["(?:(?:en|la) )*semana {week} (?:de |del )?{year}", "(?:(?:en|la) )+semana {week}(?! de)"],
    },
    {
      name: "decade",
      pattern: [
        "(?:en |de |desde )?los años (?:{decade}|{shortDecade}|{decadeWord})",
        "en los {decadeWord}(?!\\s+[\\p{L}\\p{N}])",
      ],
    },
    {
      name: "year",
      pattern: [
        "(?:en|desde|hasta|durante|antes de|después de) {year}",
        "(?:(?:en|desde|hasta|durante|antes de|después de|de) el|del) año {calledYear}",
      ],
    },
    { name: "part of this unit", pattern: "(?:a |al )?{part} de (?<unit>mes|año)", shift: 0 },
    { name: "this unit", pattern: "(?:del|de la|el|la) {unit}", shift: 0, alone: true },
    { name: "month alone", pattern: "{month}", alone: true },
    { name: "season alone", pattern: "(?:el |la )?{season}", alone: true },
    { name: "named days alone", pattern: "{named}", alone: true },
    { name: "week alone", pattern: "semana {week}", alone: true },
    { name: "weekend", pattern: "(?:el|este|durante el) {weekend}" },
    { name: "weekend alone", pattern: "{weekend}", alone: true },
  ],
  compositions: [
    { pattern: "(?:a |al |en )?{part} (?:(?:de |del mes de |del )(?:la |el |los )?)?" },
    {
      pattern: "(?:(?:en|el|la|los|las) )*{ordinal} (?:{n} )?(?:{unit}|{weekday}) (?:de |del )?(?:la |el )?",
    },
    { pattern: "(?:(?:en|los|las) )*{n} {ordinal} {unit} (?:de |del )(?:la |el )?" },
    { pattern: "(?:la )?semana del ", whole: "week" },
    { pattern: "(?:{n}|el|la) {unit} antes (?:de |del )(?:la |el )?", way: "ago" },
    { pattern: "(?:{n}|el|la) {unit} después (?:de |del )(?:la |el )?", way: "ahead" },
  ],
  opening: {
    since: "desde desde_el a_partir_de",
    until: "hasta antes_de antes_del hasta_el",
    after: "después_de después_del",
  },
  ends: { before: "entre de del desde desde_el", and: "y", to: "a al hasta hasta_el" },
  frame:
    "qué que pasó paso pasado sucedió sucedio ocurrió ocurrio ha han he hemos hay hubo hicimos hice hiciste hizo dijo dije dijimos " +
    "dicho hablamos hablado el la los las lo de del en un una y a al todo algo nuevo nueva nuevas novedades cosas cosa cuéntame " +
    "cuentame muéstrame muestrame dime me nos se durante desde hasta yo nosotros eventos resumen fue era es son qué_tal hecho entre antes después",
};
