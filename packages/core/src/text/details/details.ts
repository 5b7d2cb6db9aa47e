/** Words that turn a statement into its opposite, of languages with spaces between words. */
const negations = `
  no not never none nobody nothing nowhere neither nor without cannot cant dont doesnt didnt isnt arent wasnt werent
  wont wouldnt shouldnt couldnt hasnt havent hadnt
  nicht kein keine keinen keiner keinem keines nie niemals ohne nichts niemand
  pas jamais aucun aucune sans rien personne
  nunca jamás sin nada nadie ningún ninguna ninguno tampoco
  non mai senza nessuno nessuna niente
  não nem sem nenhum nenhuma
  niet geen nooit zonder niemand niets
  inte ingen aldrig utan ikke ingen aldri uten
  не нет никогда без ничего никто
  nie bez nigdy değil yok hayır`;

const numbers: Record<string, readonly string[]> = {
  0: ["zero", "null", "cero"],
  1: ["one", "once", "first", "eins", "uno", "une"],
  2: ["two", "twice", "second", "both", "zwei", "deux", "dos", "due"],
  3: ["three", "thrice", "third", "drei", "trois", "tres", "tre"],
  4: ["four", "fourth", "vier", "quatre", "cuatro", "quattro"],
  5: ["five", "fifth", "fünf", "cinq", "cinco", "cinque"],
  6: ["six", "sixth", "sechs", "seis", "sei"],
  7: ["seven", "seventh", "sieben", "sept", "siete", "sette"],
  8: ["eight", "eighth", "acht", "huit", "ocho", "otto"],
  9: ["nine", "ninth", "neun", "neuf", "nueve", "nove"],
  10: ["ten", "tenth", "zehn", "dix", "diez", "dieci"],
  11: ["eleven", "eleventh", "elf", "onze", "once"],
  12: ["twelve", "twelfth", "dozen", "zwölf", "douze", "doce", "dodici"],
  13: ["thirteen", "thirteenth"],
  14: ["fourteen", "fourteenth"],
  15: ["fifteen", "fifteenth"],
  16: ["sixteen", "sixteenth"],
  17: ["seventeen", "seventeenth"],
  18: ["eighteen", "eighteenth"],
  19: ["nineteen", "nineteenth"],
  20: ["twenty", "twentieth", "zwanzig", "vingt", "veinte", "venti"],
  30: ["thirty", "thirtieth", "dreissig"],
  40: ["forty", "fortieth"],
  50: ["fifty", "fiftieth"],
  60: ["sixty", "sixtieth"],
  70: ["seventy", "seventieth"],
  80: ["eighty", "eightieth"],
  90: ["ninety", "ninetieth"],
  100: ["hundred", "hundredth", "hundert", "cent", "cien", "cento"],
  1000: ["thousand", "thousandth", "tausend", "mille", "mil"],
  1000000: ["million", "millionth"],
  1000000000: ["billion", "billionth"],
  "1/2": ["half", "halb", "halbe", "demi", "medio", "mezzo"],
  "1/4": ["quarter", "viertel", "quart", "cuarto"],
};

/** Words that take most of a statement back. */
const seldom =
  "seldom rarely hardly scarcely barely selten kaum rarement raramente zelden sällan sjelden редко";

const dates: Record<string, readonly string[]> = {
  "month 1": ["january", "jan", "januar", "janvier", "enero", "gennaio"],
  "month 2": ["february", "feb", "februar", "février", "febrero", "febbraio"],
  "month 3": ["march", "märz", "mars", "marzo"],
  "month 4": ["april", "apr", "avril", "abril", "aprile"],
  "month 5": ["may", "mai", "mayo", "maggio"],
  "month 6": ["june", "jun", "juni", "juin", "junio", "giugno"],
  "month 7": ["july", "jul", "juli", "juillet", "julio", "luglio"],
  "month 8": ["august", "aug", "août", "agosto"],
  "month 9": ["september", "sept", "sep", "septembre", "septiembre", "settembre"],
  "month 10": ["october", "oct", "oktober", "octobre", "octubre", "ottobre"],
  "month 11": ["november", "nov", "novembre", "noviembre"],
  "month 12": ["december", "dec", "dezember", "décembre", "diciembre", "dicembre"],
  "day 1": ["monday", "mondays", "mon", "montag", "lundi", "lunes", "lunedì"],
  "day 2": ["tuesday", "tuesdays", "tue", "tues", "dienstag", "mardi", "martes", "martedì"],
  "day 3": ["wednesday", "wednesdays", "wed", "mittwoch", "mercredi", "miércoles", "mercoledì"],
  "day 4": ["thursday", "thursdays", "thu", "thurs", "donnerstag", "jeudi", "jueves", "giovedì"],
  "day 5": ["friday", "fridays", "fri", "freitag", "vendredi", "viernes", "venerdì"],
  "day 6": ["saturday", "saturdays", "samstag", "samedi", "sábado", "sabato"],
  "day 7": ["sunday", "sundays", "sonntag", "dimanche", "domingo", "domenica"],
  today: ["today", "tonight", "heute", "hoy", "oggi"],
  tomorrow: ["tomorrow", "morgen", "demain", "mañana", "domani"],
  yesterday: ["yesterday", "gestern", "hier", "ayer", "ieri"],
  am: ["am", "morning", "mornings"],
  noon: ["noon", "midday", "afternoon", "afternoons"],
  pm: ["pm", "evening", "evenings"],
  night: ["midnight", "night", "nights"],
  spring: ["spring", "frühling", "frühjahr", "printemps", "primavera"],
  summer: ["summer", "sommer", "été", "verano", "estate"],
  autumn: ["autumn", "fall", "herbst", "automne", "otoño", "autunno"],
  winter: ["winter", "hiver", "invierno", "inverno"],
  daily: ["daily"],
  weekly: ["weekly"],
  monthly: ["monthly"],
  yearly: ["yearly", "annually", "annual"],
};

/** What each word stands for. Of a word that stands for two things, the first counts: both texts are read alike. */
export const detailOf: ReadonlyMap<string, string> = new Map(
  [
    ...negations.split(/\s+/).map((word) => [word, "not"] as const),
    ...seldom.split(" ").map((word) => [word, "seldom"] as const),
    ...[...Object.entries(dates), ...Object.entries(numbers)].flatMap(([means, words]) =>
      words.map((word) => [word, means] as const),
    ),
  ].reverse(),
);

/** Characters that negate or count, in scripts without spaces. */
export const unspacedDetails =
  /[不没沒無无未別别非否勿莫〇零一二两兩三四五六七八九十百千万萬億亿半]|ない|ません|ず|안|않|없|못/gu;
