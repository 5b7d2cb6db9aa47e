import { countTokens } from "@palimpsest/core";
import { expect, it } from "vitest";
import { cutAroundPrompt } from "./cut-around-prompt.js";
import { answerResult } from "./tool-result.js";

const fenced = (text: string) =>
  `Between <<<memory 77 and 77 memory>>> stand memories.\n<<<memory 77\n${text}\n77 memory>>>`;
const escapes = '\\" '.repeat(13_000);
const context = (prompt: string) => ({ acb_id: "acb_1", prompt, total_tokens: 1, omitted: 0 });
const item = (text: string) => ({ type: "text", memory_id: "chk_1", text, refs: [], trust: "untrusted" });
const bundle = (prompt: string, text: string) => ({
  acb: { acb_id: "acb_1", prompt, sections: [{ name: "rules", items: [item(text), item(text)] }] },
});

it("counts a prompt as the text it is, not as JSON with its backslashes doubled", () => {
  const prompt = fenced(escapes);
  const { content, structuredContent } = answerResult(context(prompt), countTokens(prompt) + 200);
  expect(content[0]).toEqual({ type: "text", text: prompt });
  expect(structuredContent).toEqual(context(prompt));
});

it("tells clients that read only text what an answer says beside its prompt, and not the prompt again", () => {
  const told = (answer: object) => {
    const [, second] = answerResult(answer, 4_000).content;
    return JSON.parse((second as { text: string }).text);
  };
  expect(told(context("Between."))).toEqual({ acb_id: "acb_1", total_tokens: 1, omitted: 0 });
  const withheld = [{ memory_id: "chk_1", reason: "amended" }];
  const { acb } = bundle("Between.", "Otters sleep at noon.");
  expect(told({ acb: { ...acb, withheld, withheld_count: 1 } })).toEqual({
    ...{ acb_id: "acb_1", withheld, withheld_count: 1 },
  });
  const causes = [{ memory_id: "chk_1", cause: "edit", reason: "amended" }];
  const replayed = { acb_id: "acb_1", identical: false, verified: true, causes };
  expect(told({ ...replayed, acb })).toEqual(replayed);
});

it("leaves out what the prompt says already before it touches the prompt, and says so", () => {
  const prompt = fenced(escapes);
  const answer = bundle(prompt, escapes);
  const { content, structuredContent } = answerResult(answer, countTokens(prompt) + 400);
  expect(content[0]).toEqual({ type: "text", text: prompt });
  expect(content[2]).toMatchObject({ text: expect.stringMatching(/^Cut to \d+ tokens: .* left out\./) });
  expect(structuredContent).toMatchObject({ acb: { acb_id: "acb_1", prompt } });
  expect(answer).toEqual(bundle(prompt, escapes));
});

it.each([
  ["a context", context(fenced(escapes))],
  ["a bundle", bundle(fenced(escapes), escapes)],
])("refuses %s whose prompt alone is too large, and says what to ask for", (_, answer) => {
  for (const maxTokens of [1, 300, 5_000]) {
    expect(() => cutAroundPrompt(answer, maxTokens)).toThrow(/ask for a smaller max_tokens/);
  }
});

it("cuts an answer without a prompt as any other", () => {
  const { value, left } = cutAroundPrompt({ text: "word ".repeat(5_000) }, 500);
  expect(value.text).toMatch(/…$/);
  expect(left).toEqual(["the end of a text"]);
});
