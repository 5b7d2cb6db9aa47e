import { expect, it } from "vitest";
import { namedDocument } from "./named-document.js";

it("names the document and the revision that an answer is about, and nothing else of it", () => {
  const answer = { artifact_uid: "uid_1", revision_id: "rev_1", title: "secret plans", content: "words" };
  expect(namedDocument(answer)).toEqual({ artifact_uid: "uid_1", revision_id: "rev_1" });
  expect(namedDocument({ events: [{ artifact_uid: "uid_1" }], revision_id: null })).toEqual({});
  expect(namedDocument(undefined)).toEqual({});
});
