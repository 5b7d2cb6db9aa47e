import { expect, test } from "vitest";
import { htmlText } from "./html-text.js";

const page = (style: string, body: string) => `<head><style>${style}</style></head><body>${body}</body>`;
const seen = async (style: string, body: string) => (await htmlText("a.html", page(style, body))).text;

test.each([
  [".x { display: none }", '<p class="a x">no</p><p class="a">yes</p>'],
  [
    "/* .y{} */ #top, p.x{visibility:hidden !important}",
    '<p class="x">no</p><div class="x">yes</div><p id="top">no</p>',
  ],
  ["@import url(a.css); .x{font-size:0}", '<div class="x">no <b>no</b></div>yes'],
  // The more exact rule decides, then the later one, and a style of the element itself before both.
  [".tab{display:none} .tab.on{display:block}", '<p class="tab">no</p><p class="tab on">yes</p>'],
  [".x{display:block} .x{display:none}", '<p class="x">no</p><p class="x" style="display:block">yes</p>'],
])("words that a rule hides are not read: %s", async (style, body) => {
  const text = await seen(style, body);
  expect(text).toContain("yes");
  expect(text).not.toContain("no");
});

test.each([
  ["@media print { .x { display: none } }"],
  [".menu .x { display: none }"],
  [".x:hover { display: none }"],
  [".x { color: red; opacity: 0.5 }"],
  ["{ display: none } .x {"],
])("words that some readers see are read: %s", async (style) => {
  expect(await seen(style, '<p class="x">yes</p>')).toContain("yes");
});

test("a style sheet of a megabyte takes little time", async () => {
  const style = ".x{display:none}".repeat(60_000);
  expect(await seen(style, '<p class="y">yes</p>'.repeat(2_000))).toContain("yes");
});
