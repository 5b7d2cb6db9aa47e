import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { encryption, makeBomb, makeDocx, makePdf } from "../../../core/src/readers/testing/make-files.js";
import { type RealApp, realApp } from "./testing/real-app.js";

type Data = string | Uint8Array;

const mbox = [
  ...["From ada@example.com Mon Mar  2 10:00:00 2026", "From: Ada <ada@example.com>", "Subject: First"],
  ...["Message-ID: <one@example.com>", "", "The first mail.", ""],
  ...["From ada@example.com Mon Mar  2 11:00:00 2026", "From: Ada <ada@example.com>", "Subject: Second"],
  ...["Message-ID: <two@example.com>", "", "The second mail.", ""],
].join("\n");

describe.each(engines)("uploads on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const send = async (files: [string, Data][], fields: [string, string][] = [], headers = {}) => {
    const body = new FormData();
    for (const [name, data] of files) body.append("file", new Blob([data as string]), name);
    for (const [name, value] of fields) body.append(name, value);
    return answerOf(await real.app.request("/v1/artifacts/upload", { method: "POST", body, headers }));
  };
  const answerOf = async (response: Response) => {
    const { artifacts, skipped, error } = (await response.json()) as {
      artifacts: { name: string; status: string; artifact_uid: string }[];
      skipped: { name: string; reason: string }[];
      error?: { code: string; message: string };
    };
    return { status: response.status, artifacts, skipped, code: error?.code, message: error?.message };
  };
  const stored = async () => {
    const response = await real.app.request("/v1/artifacts");
    return ((await response.json()) as { total: number }).total;
  };
  const read = async (uid: string) =>
    (await real.app.request(`/v1/artifacts/${uid}?include_content=true`)).json();

  it("make a document of each file, and of each mail of a mailbox", async () => {
    const readers: [string, string][] = [
      ["visibility_scope", "custom"],
      ["audience", "ann"],
      ["audience", "team:red"],
    ];
    const { status, artifacts, skipped } = await send(
      [
        ["plan.docx", makeDocx(["<w:r><w:t>The plan is ready.</w:t></w:r>"])],
        ["page.pdf", makePdf(["A page about herons."])],
        ["mails.mbox", mbox],
        ["photo.png", new Uint8Array([1, 2, 3])],
      ],
      readers,
    );
    expect(status).toBe(201);
    expect(artifacts.map((one) => one.status)).toEqual(["created", "created", "created", "created"]);
    expect(skipped).toEqual([
      { name: "photo.png", reason: expect.stringContaining("UNSUPPORTED_MEDIA_TYPE") },
    ]);
    expect(await read(artifacts[0]!.artifact_uid)).toMatchObject({
      ...{ content: "The plan is ready.", title: "Plan & scope", artifact_type: "doc" },
      ...{ source_system: "upload", source_id: "plan.docx", audience: ["ann", "team:red"] },
    });
    expect(await read(artifacts[2]!.artifact_uid)).toMatchObject({
      ...{ artifact_type: "email", title: "First", source_id: expect.stringContaining("one@example.com") },
    });
    const plan = makeDocx(["<w:r><w:t>The plan is ready.</w:t></w:r>"]);
    const again = await send([["plan.docx", plan]], readers);
    expect(again.artifacts).toMatchObject([{ status: "unchanged", name: "plan.docx" }]);
  });

  it.each<[string, Data, number, string]>([
    ["photo.png", "x", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["empty.txt", "", 400, "EMPTY_CONTENT"],
    ["blank.md", " \n ", 400, "EMPTY_CONTENT"],
    ["latin.txt", new Uint8Array([0x63, 0x61, 0x66, 0xe9]), 400, "INVALID_UNICODE"],
    ["binary.txt", new Uint8Array([0, 1, 2, 0xff, 0]), 400, "VALIDATION_ERROR"],
    ["bomb.docx", makeBomb(), 400, "VALIDATION_ERROR"],
    ["locked.pdf", makePdf(["hidden"], encryption), 400, "VALIDATION_ERROR"],
  ])("refuse %s where it is the only file, and store nothing", async (name, data, status, code) => {
    const before = await stored();
    const answer = await send([[name, data]]);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.message).toContain(name);
    expect(await stored()).toBe(before);
  });

  it("skip a file that conflicts with what is stored, and store the others", async () => {
    expect((await send([["open.txt", "Open to all."]], [["visibility_scope", "org"]])).status).toBe(201);
    const files: [string, Data][] = [
      ["open.txt", "Open to all."],
      ["after.txt", "What comes after it."],
    ];
    const { status, artifacts, skipped } = await send(files, [["visibility_scope", "me"]]);
    expect(status).toBe(201);
    expect(artifacts).toMatchObject([{ name: "after.txt", status: "created" }]);
    expect(skipped).toEqual([{ name: "open.txt", reason: expect.stringContaining("(CONFLICT)") }]);
    expect((await send(files.slice(0, 1), [["visibility_scope", "me"]])).code).toBe("CONFLICT");
  });

  it("refuse fields that are wrong, bodies that are no form and whoever may not write", async () => {
    const note: [string, Data][] = [["note.txt", "A note."]];
    const two: [string, Data][] = [...note, ["other.txt", "Another note."]];
    const before = await stored();
    for (const field of [
      ["content", "x"],
      ["artifact_type", "song"],
      ["nonsense", "1"],
      ["source_id", "s"],
    ]) {
      const { code } = await send(two, [field as [string, string]]);
      expect(code, field.join(" ")).toBe("VALIDATION_ERROR");
    }
    expect((await send([])).code).toBe("VALIDATION_ERROR");
    expect((await send(Array.from({ length: 101 }, () => note[0]!))).code).toBe("VALIDATION_ERROR");
    const raw = async (body: string, type: string) =>
      answerOf(
        await real.app.request("/v1/artifacts/upload", {
          ...{ method: "POST", body, headers: { "content-type": type } },
        }),
      );
    expect((await raw("{}", "application/json")).code).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect((await raw("no parts", "multipart/form-data; boundary=b")).code).toBe("VALIDATION_ERROR");
    const many = `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n`.repeat(1_001);
    expect((await raw(`${many}--b--`, "multipart/form-data; boundary=b")).code).toBe("VALIDATION_ERROR");
    expect((await send(note, [], { authorization: "Bearer nobody" })).code).toBe("UNAUTHENTICATED");
    expect(await stored()).toBe(before);
    expect((await real.app.request("/v1/artifacts/upload", { method: "PUT" })).status).toBe(405);
  });

  it("are counted and audited, also where nothing in them can be read", async () => {
    const remaining = async (name: string, data: string, agent: string) => {
      const body = new FormData();
      body.append("file", new Blob([data]), name);
      const init = { method: "POST", body, headers: { "x-agent-id": agent } };
      const { status, headers } = await real.app.request("/v1/artifacts/upload", init);
      return { status, left: Number(headers.get("x-ratelimit-remaining")) };
    };
    const good = await remaining("good.txt", "Can be read.", "sender");
    const bad = await remaining("bad.exe", "Cannot be read.", "sender");
    expect([good.status, bad.status, good.left - bad.left]).toEqual([201, 415, 1]);
    const asked = "/api/v1/audit?operation=ingestArtifact&actor_id=sender";
    const { entries } = (await (await real.app.request(asked)).json()) as { entries: object[] };
    expect(entries).toMatchObject([
      { decision: "failed", code: "UNSUPPORTED_MEDIA_TYPE" },
      { decision: "allowed" },
    ]);
  });

  it("name a field that is given twice", async () => {
    const fields: [string, string][] = [
      ["title", "One"],
      ["title", "Two"],
    ];
    const { code, message } = await send([["note.txt", "A note."]], fields);
    expect([code, message]).toEqual(["VALIDATION_ERROR", "title is given twice; give it once."]);
  });

  it("refuse what is larger than a document may be before all of it was read", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(8 * 1_024 * 1_024));
        if (sent > 20) controller.close();
      },
    });
    const init = {
      method: "POST",
      body,
      duplex: "half",
      headers: { "content-type": "multipart/form-data; boundary=b" },
    };
    const { code } = await answerOf(await real.app.request("/v1/artifacts/upload", init as RequestInit));
    expect(code).toBe("PAYLOAD_TOO_LARGE");
    expect(sent).toBeLessThan(15);
  });
});
