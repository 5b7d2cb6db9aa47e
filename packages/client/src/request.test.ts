import { expect, it } from "vitest";
import { wireRequest } from "./request.js";

it("leaves out what is undefined, and in queries what is null, which in a body may be a value", () => {
  const list = { http: "GET /api/v1/tasks", effect: "read" } as const;
  const given = { project_id: "jack+test@example.com", subject_id: null, limit: undefined };
  expect(wireRequest("http://x/", list, given).url).toBe(
    "http://x/api/v1/tasks?project_id=jack%2Btest%40example.com",
  );
  const write = { http: "POST /api/v1/memories", effect: "write" } as const;
  expect(wireRequest("http://x", write, { text: "a", at: undefined, tags: null }).body).toBe(
    '{"text":"a","tags":null}',
  );
});

it("encodes a path parameter, whatever it holds", () => {
  const read = { http: "GET /api/v1/edits/:edit_id", effect: "read" } as const;
  expect(wireRequest("http://x", read, { edit_id: "Zoë/1 ?" }).url).toBe(
    "http://x/api/v1/edits/Zo%C3%AB%2F1%20%3F",
  );
});

it.each([".", "..", "", null, undefined])("makes no request with %j in its path", (key) => {
  const remove = { http: "DELETE /v1/memory/working/:plan_id/:key", effect: "write" } as const;
  expect(() => wireRequest("http://x", remove, { plan_id: "p", key })).toThrow(TypeError);
});
