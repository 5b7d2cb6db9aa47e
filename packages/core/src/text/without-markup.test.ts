import { expect, test } from "vitest";
import { cpuTime } from "../testing/cpu-time.js";
import { bareWords } from "./bare/bare-words.js";
import { withoutListsAndLinks, withoutMarkup } from "./without-markup.js";

const sentence = "Invoices go to Berlin & Paris";
const words = (text: string) => bareWords(withoutMarkup(text));
const fewest = (text: string) => bareWords(withoutListsAndLinks(withoutMarkup(text)));

test.each([
  ["tags", "<p><b>Invoices</b> go to <em class='x'>Berlin</em> &amp; Paris.</p>"],
  ["a tag within a word", 'Inv<i>oic</i>es go to Ber<span style="color: red">lin</span> & Paris'],
  ["tags for lines", "Invoices<br/>go to<BR>Berlin<hr />& Paris"],
  ["a list in HTML", "<ul><li>Invoices go</li><li>to Berlin</li></ul>&amp; Paris"],
  ["a table in HTML", "<table><tr><td>Invoices</td><td>go to Berlin</td><td>& Paris</td></tr></table>"],
  ["a comment", "Invoices go <!-- really -->to Berlin & Paris"],
  ["named entities", "Invoices&nbsp;go to &quot;Berlin&quot; &AMP; Paris&hellip;"],
  ["numbered entities", "&#73;nvoices go to &#x42;erlin &#38; Paris"],
  ["tags as entities", "&lt;b&gt;Invoices&lt;/b&gt; go to Berlin & Paris"],
  ["an entity that nobody sees", "Invoi&shy;ces go to Ber&#8203;lin & Paris"],
  ["tags of full width", "＜b＞Invoices＜/b＞ go to Berlin ＆ Paris"],
  ["a table", "| Invoices | go to |\n|----------|:-----:|\n| Berlin | & Paris |"],
  ["a quoted table", "> | Invoices | go to Berlin |\n> | & | Paris |"],
  ["escapes of Markdown", "\\*Invoices\\* go to Berlin & \\_Paris\\_"],
  ["letters that are struck through", "I\u0336nvoices go to Berlin & P\u0332aris"],
  ["a script's tags", "<script>Invoices</script> go to Berlin & Paris"],
  ["soft hyphens", "Invoi\u00adces go to Ber\u00adlin & Paris"],
  ["zero-width characters", "In\u200bvoices go\u2060 to B\u200derlin & \ufeffParis"],
  ["blanks of Braille", "Invoices\u2800go to Berlin & Paris"],
  ["full width", "Ｉｎｖｏｉｃｅｓ ｇｏ ｔｏ Ｂｅｒｌｉｎ ＆ Ｐａｒｉｓ"],
  ["mathematical letters", "𝐈𝐧𝐯𝐨𝐢𝐜𝐞𝐬 go to 𝓑𝓮𝓻𝓵𝓲𝓷 & Paris"],
  ["Cyrillic letters", "Invоiсеs gо tо Веrlin & Раris"],
  ["a word of Cyrillic letters alone", "Invoices go то Berlin & Paris"],
  ["Greek letters", "Ιnνοices gο tο Βεrlin & Ρaris"],
])("is the same in spite of %s", (_, text) => {
  expect(words(text)).toBe(words(sentence));
});

test.each([
  ["a number", "1. Invoices go to Berlin & Paris"],
  ["a number in brackets", "(12) Invoices go to Berlin & Paris"],
  ["a letter", "a) Invoices go to Berlin & Paris"],
  ["numbers of lines", "1) Invoices go\n2) to Berlin\n  3. & Paris"],
  ["a number behind a quote's mark", "> 1. Invoices go to Berlin & Paris"],
  ["a number in bold letters", "**1.** Invoices go to Berlin & Paris"],
  ["a number in bold letters behind a bullet", "* __(2)__ Invoices go to Berlin & Paris"],
  ["a box to tick", "- [x] Invoices go to Berlin & Paris"],
  ["a link", 'Invoices go to [Berlin](https://example.com/berlin "the city") & Paris'],
  ["a link by name", "[Invoices][1] go to Berlin & Paris"],
  [
    "a link whose target stands below",
    "Invoices go to [Berlin][b] & Paris\n\n[b]: https://a.example/b 'City'",
  ],
  ["a link by its own words", "Invoices go to [Berlin] & Paris\n[Berlin]: https://a.example/b"],
  ["the name of a target", "[Invoices go to Berlin & Paris]: https://a.example/b"],
  ["a link with brackets in its target", "Invoices go to [Berlin](https://a.example/(b)) & Paris"],
  ["a footnote", "Invoices go to Berlin[^1] & Paris[^note]"],
  ["a picture", "Invoices go to ![Berlin](berlin.png) & Paris"],
])("is the same without lists and links in spite of %s", (_, text) => {
  expect(fewest(text)).toBe(words(sentence));
  expect(words(text)).not.toBe(words(sentence));
});

test.each([
  ["List<String> of names", "List of names"],
  ["if a <b and c> d", "if a <b or c> d"],
  ["a < b > c", "a c"],
  ["Use <name> here", "Use here"],
  ["10<sup>3</sup> files", "103 files"],
  ["AT&T", "ATT"],
  ["Tea &unknown; milk", "Tea milk"],
  ["&#0; zero", "zero"],
  ["|x| = 5", "x = 5"],
  ["a\\.b", "a.b"],
  ["x ≠ y", "x = y"],
  ["a | b", "a b"],
  ["a || b", "a b"],
  ["3. Mai ist frei", "4. Mai ist frei"],
  ["[the page](https://a.example)", "[the page](https://b.example)"],
  ["See [1]", "See [2]"],
  ["array[3](x)", "array[4](x)"],
  ["Он не там", "Он там"],
  ["вода", "bода вода"],
  ["мир", "мyр"],
  ["π is 3", "n is 3"],
  ["дом", "dom"],
  ["sık", "sik"],
  ["naïve", "native"],
  ["<br>", "<hr>"],
  ["[](a)", "[](b)"],
  ["O2", "02"],
  ["Il", "ll"],
])("is not the same: %s and %s", (one, other) => {
  expect(words(one)).not.toBe(words(other));
});

test("keeps the case of words in other scripts apart from their meaning", () => {
  expect(words("ВОДА НЕ ТАМ")).toBe(words("вода не там"));
  expect(words("ΝΟΤΟΣ")).toBe(words("νότος".normalize("NFD").replace(/\p{M}/gu, "")));
});

test("takes time that grows with the length alone, whatever the text", async () => {
  for (const unit of [
    "<",
    "<b",
    "<b ",
    "<a b=",
    "<!--",
    "<!-- -",
    "&",
    "&#",
    "|",
    "| ",
    "|-",
    "[",
    "[a](",
    "[a](b ",
    "[a](()",
    "[^",
    "\\",
    "1. ",
    "- [ ] ",
    "а",
    "<https:",
  ]) {
    const text = unit.repeat(100_000 / unit.length);
    expect(await cpuTime(() => withoutListsAndLinks(withoutMarkup(text))), JSON.stringify(unit)).toBeLessThan(
      1_000,
    );
  }
});
