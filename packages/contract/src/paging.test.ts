import { expect, it } from "vitest";
import { type AnyOperation, contract } from "./index.js";

/** They answer with the best of what fits, and have no order in which one could go on. */
const searches = [
  "recall",
  "searchChunks",
  "searchArtifacts",
  "hybridSearch",
  "memorySearch",
  "historyGet",
  "chunkTimeline",
  "searchFacts",
  "searchEpisodes",
  "searchProcedures",
  "getRelevantSkills",
  "searchCensors",
  "heartRecall",
  "queryKnowledge",
  "searchInteractions",
  "getRecentHistory",
];

type Shape = Record<string, AnyOperation["input"]>;
const shapeOf = (schema: AnyOperation["input"]) => (schema as unknown as { shape: Shape }).shape;

/** The fields of an answer, those in the envelope of the pce tools too. */
const answerOf = (output: AnyOperation["output"]) => {
  const { data, ...rest } = shapeOf(output);
  return Object.keys({ ...rest, ...(data && shapeOf(data)) });
};

/** What a path ends in is what it lists: `/artifacts/:artifact_uid/revisions`. */
const isOfPath = ({ http, output }: AnyOperation) => {
  const last = http.split("/").at(-1)!;
  return last.endsWith("s") && answerOf(output).includes(last);
};

it("pages every list by the same cursors", () => {
  const lists = (Object.entries(contract) as [string, AnyOperation][]).filter(
    ([name, operation]) =>
      !searches.includes(name) &&
      operation.effect === "read" &&
      ("limit" in shapeOf(operation.input) || name.startsWith("list") || isOfPath(operation)),
  );
  expect(lists.length).toBeGreaterThan(8);
  for (const [name, { input, output, errors }] of lists) {
    expect(Object.keys(shapeOf(input)), name).toEqual(expect.arrayContaining(["limit", "cursor"]));
    expect(answerOf(output), name).toContain("next_cursor");
    expect(errors, name).toContain("INVALID_CURSOR");
  }
});
