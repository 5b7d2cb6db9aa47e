import { PalimpsestError } from "@palimpsest/contract";
import { describe, expect, it, test } from "vitest";
import { readFile } from "./read-file.js";
import { encryption, makeBomb, makeDocx, makePdf } from "./testing/make-files.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (name: string, content: string | Uint8Array) =>
  readFile(name, typeof content === "string" ? bytes(content) : content);
const one = async (name: string, content: string | Uint8Array) => {
  const { documents, skipped } = await read(name, content);
  expect(skipped).toEqual([]);
  expect(documents.length).toBe(1);
  return documents[0]!;
};

describe("text", () => {
  it("reads plain text as a note, with its line breaks as one kind", async () => {
    expect(await one("a/b/notes.TXT", "\uFEFFone\r\ntwo\rthree")).toEqual({
      name: "notes.TXT",
      artifact_type: "note",
      source_system: "upload",
      source_id: "notes.TXT",
      content: "one\ntwo\nthree",
    });
  });

  it("takes the title of Markdown from its first heading, and leaves the text as it is", async () => {
    expect(await one("plan.md", "# The plan\n\n- one")).toMatchObject({
      title: "The plan",
      content: "# The plan\n\n- one",
    });
  });

  it("reads UTF-16 that says so", async () => {
    const utf16 = Buffer.from("\uFEFFgrün", "utf16le");
    expect((await one("a.txt", utf16)).content).toBe("grün");
  });
});

it("reads what a page shows: headings, items, quotes, not its scripts", async () => {
  const html = `<html><head><title>Minutes &amp; notes</title><style>p{}</style></head><body><h2>Decisions</h2>
    <ul><li>Use <b>Postgres</b></li><li>Drop&nbsp;Kafka</li></ul><script>alert("x")</script>
    <p>First<br>second</p><blockquote><p>older words</p></blockquote><table><tr><td>a</td><td>b</td></tr></table>`;
  expect(await one("m.html", html)).toMatchObject({
    artifact_type: "doc",
    title: "Minutes & notes",
    content: "## Decisions\n\n- Use Postgres\n- Drop\u00a0Kafka\n\nFirst\nsecond\n\n> older words\n\na b",
  });
});

it.each([
  ["<p hidden>SECRET</p>"],
  ['<div style="color:red; DISPLAY : none"><p>SECRET<br>SECRET</p></div>'],
  ['<span style="visibility:hidden">SECRET</span>'],
  ['<span style="font-size:0px">SECRET</span>'],
  ["<div hidden><div>SECRET</div>SECRET</div>"],
])("leaves out what a page hides: %s", async (hidden) => {
  const { content } = await one("m.html", `<p>Before</p>${hidden}<p style="font-size:0.9em">After</p>`);
  expect(content).toBe("Before\n\nAfter");
});

describe("captions", () => {
  const vtt = `WEBVTT - weekly

NOTE made by a machine

1
00:00:01.000 --> 00:00:03.000
<v Alice Chen>We decided to use
<v Alice Chen>Postgres.</v>

00:00:03.500 --> 00:00:05.000 align:start
<v Bob>I'll write it <i>down</i> &amp; send it.
`;

  it("joins what a speaker says in a row", async () => {
    expect(await one("call.vtt", vtt)).toMatchObject({
      artifact_type: "transcript",
      participants: ["Alice Chen", "Bob"],
      content: "Alice Chen: We decided to use Postgres.\n\nBob: I'll write it down & send it.",
    });
  });

  it("reads SubRip, with and without names", async () => {
    const srt =
      "1\n00:00:01,000 --> 00:00:02,000\nAlice: Hello\n\n2\n00:00:02,000 --> 00:00:03,000\nthere.\n";
    expect((await one("call.srt", srt)).content).toBe("Alice: Hello there.");
    const labelled = srt.replace("there.", "there.\nDecision: we take the red one.\nBob: Fine.");
    expect(await one("call.srt", labelled)).toMatchObject({
      participants: ["Alice", "Bob"],
      content: "Alice: Hello there. Decision: we take the red one.\n\nBob: Fine.",
    });
    const dashed = srt.replace("there.", "- Who is it?\n- Me.");
    expect((await one("call.srt", dashed)).content).toBe("Alice: Hello\n\n- Who is it?\n\n- Me.");
  });
});

test.each<[string, string, string | Uint8Array, string, RegExp]>([
  ["an empty file", "a.txt", "", "EMPTY_CONTENT", /a\.txt is empty/],
  ["a blank file", "a.md", " \n\t", "EMPTY_CONTENT", /empty/],
  ["binary data", "a.txt", new Uint8Array([1, 0, 2, 0xff, 0]), "VALIDATION_ERROR", /binary/],
  ["text with NUL", "a.txt", "a\0b", "VALIDATION_ERROR", /binary/],
  ["a picture called text", "a.txt", Buffer.from("89504e470d0a", "hex"), "VALIDATION_ERROR", /image/],
  ["invalid UTF-8", "a.txt", Buffer.from("caf\xe9", "latin1"), "INVALID_UNICODE", /UTF-8/],
  ["an unknown type", "a.exe", "x", "UNSUPPORTED_MEDIA_TYPE", /\.docx/],
  ["no ending", "README", "x", "UNSUPPORTED_MEDIA_TYPE", /\.txt/],
  ["a page without words", "a.html", "<script>x</script>", "EMPTY_CONTENT", /visible/],
  ["a page nested too deeply", "a.html", "<div>".repeat(9_000), "VALIDATION_ERROR", /too deeply/],
  ["a .vtt without its mark", "a.vtt", "hello", "VALIDATION_ERROR", /WEBVTT/],
  ["captions without times", "a.srt", "hello", "VALIDATION_ERROR", /captions/],
  ["half a JSON", "a.json", '[{"ts":', "VALIDATION_ERROR", /valid JSON/],
  ["some other JSON", "a.json", '{"a":1}', "VALIDATION_ERROR", /Slack, ChatGPT or Claude/],
  ["a mail without headers", "a.eml", "just words\n\nand more", "VALIDATION_ERROR", /headers/],
  ["a mail without text", "a.eml", "From: a@b.c\nSubject: x\n\n", "EMPTY_CONTENT", /no text/],
  ["a mailbox without mails", "a.mbox", "words", "VALIDATION_ERROR", /mailbox/],
  ["an encrypted PDF", "a.pdf", makePdf(["x"], encryption), "VALIDATION_ERROR", /encrypted/],
  ["a broken PDF", "a.pdf", "%PDF-1.4 nothing", "VALIDATION_ERROR", /broken PDF/],
  ["no PDF", "a.pdf", "words", "VALIDATION_ERROR", /no PDF/],
  ["a PDF without text", "a.pdf", makePdf([]), "EMPTY_CONTENT", /scan/],
  ["a zip bomb", "a.docx", makeBomb(), "VALIDATION_ERROR", /more than 64 MB/],
  ["an encrypted .docx", "a.docx", Buffer.from("d0cf11e0a1b11ae1", "hex"), "VALIDATION_ERROR", /encrypted/],
  [
    "a cut .docx",
    "a.docx",
    makeDocx(["<w:r><w:t>x</w:t></w:r>"]).subarray(0, 90),
    "VALIDATION_ERROR",
    /a\.docx is/,
  ],
  ["a .docx without text", "a.docx", makeDocx([""]), "EMPTY_CONTENT", /no text/],
])("refuses %s", async (_, name, content, code, message) => {
  const error = await read(name, content).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PalimpsestError);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
});

it("reads the text of a PDF", async () => {
  const file = makePdf(["Decision: Use Postgres.", "Alice (ops) agrees."]);
  const before = Buffer.from(file);
  expect(await one("a.pdf", file)).toMatchObject({
    artifact_type: "doc",
    content: "Decision: Use Postgres.\nAlice (ops) agrees.",
  });
  expect(before.equals(file)).toBe(true);
});

it("reads the paragraphs of a Word document, with headings and lists, without deleted words", async () => {
  const file = makeDocx([
    '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Plan</w:t></w:r>',
    "<w:pPr><w:numPr/></w:pPr><w:r><w:t>Use </w:t></w:r><w:r><w:t>Postgres &amp; Redis</w:t></w:r>",
    "<w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>",
  ]);
  expect(await one("a.docx", file)).toEqual({
    name: "a.docx",
    artifact_type: "doc",
    source_system: "upload",
    source_id: "a.docx",
    title: "Plan & scope",
    author: "Dana Whitfield",
    ts: "2026-03-02T10:00:00.000Z",
    content: "# Plan\n- Use Postgres & Redis\nKept",
  });
});

it("leaves out what a Word document does not show: moved words, fallbacks and hidden runs", async () => {
  const file = makeDocx([
    "<w:moveFrom><w:r><w:t>old place</w:t></w:r></w:moveFrom><w:r><w:t>Here</w:t></w:r>",
    "<w:moveTo><w:r><w:t>new place</w:t></w:r></w:moveTo>",
    '<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r>',
    "<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>its mark alone is hidden</w:t></w:r>",
    '<w:r><w:rPr><w:rStyle w:val="Hidden"/></w:rPr><w:t>by style</w:t></w:r><w:r><w:rPr><w:rStyle w:val="Shown"/></w:rPr><w:t>styled</w:t></w:r>',
    '<w:pPr><w:pStyle w:val="Hidden"/></w:pPr><w:r><w:t>by style</w:t></w:r>',
    "<w:r><w:t>Beside</w:t><mc:AlternateContent><mc:Choice><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r>",
  ]);
  expect((await one("a.docx", file)).content).toBe(
    "Here\nnew place\nshown\nits mark alone is hidden\nstyled\nBeside\nbox",
  );
});

test.each([
  ["cut in a pair", `${"x".repeat(499)}😀 more`, "x".repeat(499)],
  ["with controls", "Plan\u0001 \u202eof\u2069 March", "Plan of March"],
])("reads a file whose title is %s", async (_, heading, title) => {
  expect(await one("a.md", `# ${heading}\n\nWords.`)).toMatchObject({ title });
  expect(await one("a.html", `<title>${heading}</title><p>Words.</p>`)).toMatchObject({ title });
});
