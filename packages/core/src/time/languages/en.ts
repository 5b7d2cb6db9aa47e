import type { LanguageData } from "./language.js";
import { numbers } from "./numbers.js";

export const en: LanguageData = {
  name: "en",
  marks:
    "the is was were are did do does what when who which and of to in my you we he she it that with have has from on",
  months: [
    "january jan",
    "february feb",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sept sep",
    "october oct",
    "november nov",
    "december dec",
  ],
  weekdays: [
    "sunday sundays",
    "monday mondays",
    "tuesday tuesdays",
    "wednesday wednesdays",
    "thursday thursdays",
    "friday fridays",
    "saturday saturdays",
  ],
  seasons: {
    spring: "spring springtime springs",
    summer: "summer summertime summers",
    autumn: "autumn fall autumns falls",
    winter: "winter wintertime winters",
  },
  namedDays: {
    christmas: "christmas xmas christmases",
    newYearsEve: "new_year's_eve new_year’s_eve new_years_eve nye",
    newYear: "new_year's_day new_year’s_day new_years_day new_year's new_year’s",
    easter: "easter",
  },
  weekend: "weekend weekends",
  units: {
    hour: "hour hours",
    day: "day days",
    week: "week weeks",
    fortnight: "fortnight fortnights",
    month: "month months",
    quarter: "quarter quarters",
    half: "half",
    year: "year years",
    decade: "decade decades",
  },
  minutes: "minutes minute mins min",
  decades: {
    thirties: 1930,
    forties: 1940,
    fifties: 1950,
    sixties: 1960,
    seventies: 1970,
    eighties: 1980,
    nineties: 1990,
  },
  numbers: numbers.en,
  about: "about around approximately roughly nearly almost some circa ca. ~ maybe like",
  or: "or to",
  ordinals: {
    "1": "first 1st",
    "2": "second 2nd",
    "3": "third 3rd",
    "4": "fourth 4th",
    "5": "fifth 5th",
    "-1": "last final",
  },
  days: {
    the_day_before_yesterday: -2,
    day_before_yesterday: -2,
    yesterday: -1,
    last_night: -1,
    today: 0,
    tonight: 0,
    this_morning: 0,
    this_afternoon: 0,
    this_evening: 0,
    tomorrow: 1,
    the_day_after_tomorrow: 2,
    day_after_tomorrow: 2,
  },
  shifts: { "-1": "last past previous this_past", "0": "this current", "1": "next coming" },
  parts: {
    start: "early beginning_of the_beginning_of start_of the_start_of",
    middle: "mid middle_of the_middle_of",
    end: "late end_of the_end_of",
    gone: "earlier so_far",
    left: "later rest_of the_rest_of",
  },
  rules: [
    { name: "day", pattern: "{day}" },
    { name: "repeated", pattern: "every (?:other |single |second )?{weekday}", nothing: true },
    { name: "day of another unit", pattern: "(?:on |the )?(?:same )?{day} {shift} {unit}" },
    {
      name: "the one before last",
      pattern: "(?:(?:on|over|at|in|the) )*{spans} before last",
      shift: -2,
    },
    {
      name: "weekday of a week",
      pattern: ["{weekday},? (?:of )?{shift} {unit}", "{shift} {unit},? (?:on )?{weekday}"],
    },
    { name: "last, this or next", pattern: "(?:the )?{shift} {spans}" },
    { name: "so far", pattern: "{shift} {unit} {part}" },
    {
      name: "of another year",
      pattern: [
        "(?:{month}|{season}|{named}),? (?:of )?{shift} year",
        "(?:in )?Q{quarter},? (?:of )?{shift} year",
        "{shift} year['’]s Q{quarter}",
      ],
      ofYear: true,
    },
    {
      name: "around so long ago",
      pattern: [
        "(?:(?:around|about|at) )?(?:this|the same) time last {unit}",
        "(?:(?:around|about|at) )?(?:this|the same) time {n} {unit} ago",
        "{n} {unit} ago (?:(?:around|about|at) )?this time",
      ],
      n: [1, 1],
      way: "around",
    },
    { name: "longer ago", pattern: "(?:more than|over|at least) {n} {unit} ago", way: "beyond" },
    { name: "less long ago", pattern: "(?:less than|under) {n} {unit} ago", way: "since" },
    { name: "minutes ago", pattern: "{n} {minute} ago", unit: "minute", way: "ago" },
    {
      name: "so long ago",
      pattern: ["{n} {unit}(?<andHalf> and a half)? (?:ago|before|earlier|back)", "{n} {spans} ago"],
      way: "ago",
    },
    {
      name: "a day so long ago",
      pattern: ["{n} {unit} ago,? (?:on )?(?:{day}|{weekday})", "(?:{day}|{weekday}),? {n} {unit} ago"],
      way: "ago",
    },
    { name: "in so long", pattern: ["in {n} {unit}", "{n} {unit} (?:from now|later)"], way: "ahead" },
    {
      name: "since so long",
      pattern: "(?:(?:over|in|during|within|for) )?(?:the )?(?:last|past) {n} {unit}",
      way: "since",
    },
    {
      name: "since one",
      pattern: "(?:over|during|within|in) the (?:last|past) {unit}",
      n: [1, 1],
      way: "since",
    },
    {
      name: "since a few",
      pattern: [
        "in recent (?<unit>days|weeks|months|years)",
        "(?:over|in|during|within) the (?:last|past) (?<unit>days|weeks|months|years)",
      ],
      n: [2, 5],
      way: "since",
    },
    {
      name: "until so long",
      pattern: "(?:(?:over|in|during|within|for) )?(?:the )?next {n} {unit}",
      way: "next",
    },
    {
      name: "month",
      // "by May 2" names a day; "in May 12 people came" does not.
      pattern: [
        "(?:in|during|throughout) (?:the )?{month}(?:,? (?:of )?{year})?",
        "(?:since|of|by|until|till|before|after|around|through|for|from) (?:the )?{month}(?!\\.?\\s*\\d{1,2}(?!\\d))(?:,? (?:of )?{year})?",
      ],
    },
    { name: "month of a year", pattern: "{month},? (?:of )?{year}" },
    { name: "season of a year", pattern: "(?:in |during |over )?(?:the )?{season},? (?:of )?{year}" },
    { name: "season", pattern: "(?:in|during|over|throughout|since) (?:the )?{season}" },
    {
      name: "named days",
      pattern: ["(?:at|on|over|during|around|since|before|after|until|by) {named}", "{named} {year}"],
    },
    {
      name: "quarter",
      pattern: "(?:(?:in|during) )?(?:the )?{ordinal} quarter(?:,? (?:of )?{year})?",
      unit: "quarter",
    },
    {
      name: "week",
      pattern: [
        "calendar week {week}(?:,? (?:of )?{year})?",
        "week {week},? (?:of )?{year}",
        "in week {week}(?! of)",
      ],
    },
    {
      name: "decade",
      pattern: [
        "(?:in |during |of )?the (?:{decade}|{shortDecade})['’]?s",
        "{decade}s",
        "(?:in |during |of )?the {decadeWord}",
      ],
    },
    { name: "decade alone", pattern: "{decadeWord}", alone: true },
    {
      name: "end of the year",
      pattern: "(?:(?:at|by|before|around|towards?) )?(?:the )?year[ -]end",
      dates: [11, 1, 31],
    },
    {
      name: "year",
      pattern: [
        "(?:in|during|since|until|till|before|after|throughout|by|of) {year}",
        "(?:(?:in|during|since|until|till|before|after|throughout|by|of) )?the year {calledYear}",
      ],
    },
    { name: "this unit", pattern: "the {unit}", shift: 0, alone: true },
    { name: "month alone", pattern: "{month}", alone: true },
    { name: "season alone", pattern: "(?:the )?{season}", alone: true },
    { name: "named days alone", pattern: "{named}", alone: true },
    { name: "week alone", pattern: ["week {week}", "W{week}"], alone: true },
    { name: "weekend", pattern: "(?:(?:at|on|over|during) )?the {weekend}" },
    { name: "weekend alone", pattern: "{weekend}", alone: true },
  ],
  compositions: [
    { pattern: "{part}[\\s-]+(?:in )?(?:the )?" },
    {
      pattern:
        "(?:in |on |during |over )?(?:the )?{ordinal} (?:{n} )?(?:{unit}|{weekday}) (?:of |in )?(?:the )?",
    },
    { pattern: "(?:in )?(?:the )?week (?:of|commencing|beginning|starting) (?:the )?", whole: "week" },
    { pattern: "(?:{n}|the) {unit} before ", way: "ago" },
    { pattern: "(?:{n}|the) {unit} after ", way: "ahead" },
  ],
  opening: { since: "since ever_since", until: "before until till", after: "after" },
  ends: { before: "between from", and: "and", to: "to until till through" },
  frame:
    "what whats s which happened happen happens happening did do does done was were is are am has have had been be going went go " +
    "gone on new up anything everything something things thing all i we you my our me us it there the a an of in at during from " +
    "since for to and or tell show give list remember remembered recall know known said say told talked talk talking about " +
    "discussed discuss mentioned mention please summary summarise summarize summarised events event memories memory notes note " +
    "took take place occur occurred any news latest so far that this between until before after through throughout by within over past last",
};
