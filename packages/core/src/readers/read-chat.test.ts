import { expect, it } from "vitest";
import { readFile } from "./read-file.js";

const read = (data: unknown) => readFile("export.json", new TextEncoder().encode(JSON.stringify(data)));

it("reads a day of a Slack channel", async () => {
  const { documents } = await read([
    { type: "message", subtype: "channel_join", user: "U1", text: "joined", ts: "1772700000.000100" },
    {
      type: "message",
      user: "U1",
      text: "I&apos;ll ask <@U2> about <https://a.b/c|the page> &amp; more",
      ts: "1772701320.000200",
      user_profile: { real_name: "Mika Lund" },
    },
    { type: "message", user: "U2", text: "ok", ts: "1772701380.000300" },
    { type: "message", user: "U2", text: "", ts: "1772701390.000300" },
  ]);
  expect(documents).toEqual([
    {
      name: "export.json",
      artifact_type: "chat",
      source_system: "upload",
      source_id: "export.json",
      participants: ["Mika Lund", "U2"],
      ts: "2026-03-05T09:02:00.000Z",
      content:
        "[2026-03-05 09:02] Mika Lund: I&apos;ll ask @U2 about the page (https://a.b/c) & more\n[2026-03-05 09:03] U2: ok",
    },
  ]);
});

it("reads the branch of a ChatGPT conversation that was shown last", async () => {
  const node = (role: string, text: string, parent: string | null) => ({
    message: { author: { role }, content: { content_type: "text", parts: [text] }, create_time: 1772701320 },
    parent,
  });
  const { documents, skipped } = await read([
    {
      title: "Moving the site",
      conversation_id: "c-1",
      create_time: 1772701300,
      current_node: "d",
      mapping: {
        a: { message: null, parent: null },
        b: node("system", "hidden", "a"),
        c: node("user", "I chose a host.", "b"),
        x: node("assistant", "first answer", "c"),
        d: node("assistant", "second answer", "c"),
      },
    },
    { title: "Empty", conversation_id: "c-2", mapping: {} },
    { something: "else" },
  ]);
  expect(documents).toMatchObject([
    {
      source_id: "export.json#c-1",
      title: "Moving the site",
      participants: ["user", "assistant"],
      content: "[2026-03-05 09:02] user: I chose a host.\n[2026-03-05 09:02] assistant: second answer",
    },
  ]);
  expect(skipped.map(({ name }) => name)).toEqual(["export.json#3", "export.json#c-2"]);
});

it("reads Claude conversations, old and new", async () => {
  const { documents } = await read([
    {
      uuid: "u-1",
      name: "Bakery",
      created_at: "2026-03-05T09:00:00Z",
      chat_messages: [
        { sender: "human", text: "I signed the contract.", created_at: "2026-03-05T09:01:00Z" },
        { sender: "assistant", text: "", content: [{ type: "text", text: "Good." }, { type: "tool_use" }] },
      ],
    },
  ]);
  expect(documents).toMatchObject([
    {
      source_id: "export.json",
      title: "Bakery",
      ts: "2026-03-05T09:00:00.000Z",
      content: "[2026-03-05 09:01] user: I signed the contract.\nassistant: Good.",
    },
  ]);
});
