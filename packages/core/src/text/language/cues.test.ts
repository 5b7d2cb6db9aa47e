import { describe, expect, it } from "vitest";
import { isFraming, queryCues } from "./query-cues.js";
import { spokenCues } from "./spoken-cues.js";

describe("what a statement tells beside its meaning", () => {
  it.each([
    "I saw her yesterday",
    "We met on 3 March",
    "Das war letzte Woche",
    "Anfang November fahren wir",
    "On se voit demain",
    "Il y a deux semaines",
    "Nos vemos el martes",
    "hace tres meses",
    "先週の金曜日に行きました",
  ])("sees a time in: %s", (text) => expect(spokenCues(text).tellsTime).toBe(true));

  it.each(["I may go", "Tea with milk", "Ich mag Tee", "J'aime le thé", "Me gusta el té", "お茶が好きです"])(
    "sees none in: %s",
    (text) => expect(spokenCues(text).tellsTime).toBe(false),
  );

  it.each([
    "Please always answer in German",
    "Nenn mich ab jetzt Jo",
    "Je préfère le thé",
    "Nunca me llames antes de las nueve",
    "これからは日本語で答えてください",
  ])("sees what is to hold in: %s", (text) => expect(spokenCues(text).standing).toBe(true));

  it("keeps the words of questions, and sees whether the text ends in one", () => {
    expect(spokenCues("How was the hike? I bet it was 3.5 km.")).toMatchObject({
      asks: false,
      questions: "how was the hike",
    });
    expect(spokenCues("Nice! Which lake was it?")).toMatchObject({
      asks: true,
      questions: "which lake was it",
    });
    expect(spokenCues("¿Dónde está? Aquí.").questions).toBe("donde esta");
    expect(spokenCues("明日来ますか。").asks).toBe(true);
    expect(spokenCues("Is it 3.5 km?").questions).toBe("is it 3 5 km");
    expect(spokenCues("?!...").asks).toBe(false);
  });

  it("takes time in proportion to the text", () => {
    for (const sign of [".", "?", "a", "a.", "in ", "1", "\n"])
      expect(() => spokenCues(sign.repeat(200_000))).not.toThrow();
  });
});

describe("what a query asks for beside its words", () => {
  it.each([
    "When did Ann move?",
    "What year was it?",
    "Seit wann raucht er?",
    "Quand part-elle ?",
    "¿Cuándo fue?",
    "いつ来ますか",
  ])("asks when: %s", (query) => expect(queryCues(query).asksWhen).toBe(true));
  it.each(["Where is the box when Gwen is out?", "Who came?", "Wo wohnt er?"])("does not: %s", (query) =>
    expect(queryCues(query).asksWhen).toBe(false),
  );
  it.each([
    "What did you suggest for the crust?",
    "You once told me about the lamp",
    "Summarise everything",
    "Was hast du empfohlen?",
  ])("asks for what an agent said: %s", (query) => expect(queryCues(query).asksAgent).toBe(true));
  it("knows the words that only frame a question, and no others", () => {
    expect(["mention", "kind", "erzahl"].map(isFraming)).toEqual([true, true, true]);
    expect(["heron", "art", "may"].map(isFraming)).toEqual([false, false, false]);
  });
});
