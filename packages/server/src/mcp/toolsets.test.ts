import { toolsets } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { toolNames, toolsOf } from "./tools.js";
import { parseTools } from "./toolsets.js";

it("takes the small set when nothing is asked for", () => {
  expect(parseTools(undefined)).toEqual(["core"]);
  expect(parseTools(" , ")).toEqual(["core"]);
});

it("takes toolsets and single tools, comma separated, each once", () => {
  expect(parseTools("core, record_event,core")).toEqual(["core", "record_event"]);
  const core = toolsOf(["core"]).map(({ name }) => name);
  expect(core).toEqual(["remember", "recall", "list", "correct", "forget", "ingest", "context", "status"]);
  expect(toolsOf(["core", "record_event", "recall"]).map(({ name }) => name)).toEqual([
    "record_event",
    ...core,
  ]);
  expect(toolsOf(["recall"]).map(({ name }) => name)).toEqual(["recall"]);
});

it.each(["core,evil", "Core", "__proto__", "recall;drop"])(
  "names what there is when asked for %j",
  (asked) => {
    expect(() => parseTools(asked)).toThrow(/Toolsets: core, .*all\. Each tool can be named too/);
  },
);

it("has no tool with the name of a toolset", () => {
  expect(toolNames().filter((name) => (toolsets as readonly string[]).includes(name))).toEqual([]);
});
