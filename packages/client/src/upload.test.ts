import { expect, it } from "vitest";
import { PalimpsestClient } from "./index.js";

it("uploads files as a form, with the fields that hold for all of them", async () => {
  const sent: Request[] = [];
  const client = new PalimpsestClient({
    ...{ url: "http://127.0.0.1:1/", key: "k" },
    fetch: async (url, init) => {
      sent.push(new Request(url, init));
      return Response.json({ artifacts: [], skipped: [] }, { status: 201 });
    },
  });
  const answer = await client.uploadArtifacts(
    [
      { name: "a.txt", data: "first" },
      { name: "b.txt", data: new TextEncoder().encode("second") },
    ],
    { visibility_scope: "custom", audience: ["ann", "ben"] },
  );
  expect(answer).toEqual({ artifacts: [], skipped: [] });
  const [request] = sent;
  expect([request!.method, request!.url]).toEqual(["POST", "http://127.0.0.1:1/v1/artifacts/upload"]);
  expect(request!.headers.get("authorization")).toBe("Bearer k");
  const form = await request!.formData();
  const files = form.getAll("file") as File[];
  expect(await Promise.all(files.map(async (file) => [file.name, await file.text()]))).toEqual([
    ["a.txt", "first"],
    ["b.txt", "second"],
  ]);
  expect(form.getAll("audience")).toEqual(["ann", "ben"]);
});
