import type { LanguageData } from "./language.js";

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
  weekdays: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
  seasons: {
    spring: "spring springtime",
    summer: "summer summertime",
    autumn: "autumn fall",
    winter: "winter",
  },
  weekend: "weekend",
  units: {
    hour: "hour hours",
    day: "day days",
    week: "week weeks",
    month: "month months",
    year: "year years",
  },
  numbers: {
    a_few: 3,
    a_couple_of: 2,
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    few: 3,
    couple_of: 2,
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
  },
  rules: [
    { name: "day", pattern: "{day}" },
    { name: "weekday of a week", pattern: "{weekday} (?:of )?{shift} {unit}" },
    { name: "part of a month", pattern: "{part}[\\s-]+{month}(?:,? {year})?" },
    { name: "part of a unit", pattern: "{part} (?:the )?{shift} {unit}" },
    { name: "part of a year", pattern: "{part} {year}" },
    { name: "last, this or next", pattern: "(?:the )?{shift} {spans}" },
    {
      name: "of another year",
      pattern: ["{month},? (?:of )?{shift} year", "{season},? (?:of )?{shift} year"],
      ofYear: true,
    },
    { name: "so long ago", pattern: "{n} {unit} (?:ago|before|earlier|back)", way: "ago" },
    { name: "in so long", pattern: ["in {n} {unit}", "{n} {unit} (?:from now|later)"], way: "ahead" },
    {
      name: "since so long",
      pattern: "(?:(?:over|in|during|within) )?(?:the )?(?:last|past) {n} {unit}",
      way: "since",
    },
    {
      name: "months",
      pattern: "(?:between|from) {month}(?: {year})? (?:and|to|until|till|through) {month2}(?: {year2})?",
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
    { name: "season of a year", pattern: "(?:in |during )?(?:the )?{season},? (?:of )?{year}" },
    { name: "season", pattern: "(?:in|during) (?:the )?{season}" },
    {
      name: "year",
      pattern: [
        "(?:in|during|since|until|till|before|after|throughout|by|of) {year}",
        "(?:(?:in|during|since|until|till|before|after|throughout|by|of) )?the year {calledYear}",
      ],
    },
    { name: "month alone", pattern: "{month}", alone: true },
    { name: "season alone", pattern: "{season}", alone: true },
    { name: "weekend alone", pattern: "(?:at|on|over) the {weekend}" },
  ],
  opening: { since: "since ever_since", until: "before until till", after: "after" },
  frame:
    "what whats s which happened happen happens happening did do does done was were is are am has have had been be going went go " +
    "gone on new up anything everything something things thing all i we you my our me us it there the a an of in at during from " +
    "since for to and or tell show give list remember remembered recall know known said say told talked talk talking about " +
    "discussed discuss mentioned mention please summary summarise summarize summarised events event memories memory notes note " +
    "took take place occur occurred any news latest so far that this between until before after through throughout by within over past last",
};
