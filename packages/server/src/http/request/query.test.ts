import { expect, test } from "vitest";
import { stubApp } from "../testing/stub-memory.js";

const { app, memory } = stubApp();

test.each([["?status=%ff"], ["?status=%ed%a0%80"], ["?project_id=a%c3"], ["?%ff=x"]])(
  "bytes that are not UTF-8 are refused, not replaced: %s",
  async (query) => {
    const response = await app.request(`/api/v1/tasks${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_UNICODE" } });
    expect(memory.calls).toHaveLength(0);
  },
);

test("what is UTF-8 is taken as it is", async () => {
  await app.request("/api/v1/tasks?project_id=caf%C3%A9");
  expect(memory.calls.at(-1)?.input).toEqual({ project_id: "café" });
});

test("a part of a number is a number, which the schema refuses as such", async () => {
  await app.request("/api/v1/tasks?limit=1.5");
  expect(memory.calls.at(-1)?.input).toEqual({ limit: 1.5 });
});
