import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommandLine } from "../testing/run-command-line.js";

const folder = mkdtempSync(join(tmpdir(), "palimpsest-ingest-"));
const real = realpathSync(folder);
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  mkdirSync(join(folder, "notes", "deep"), { recursive: true });
  mkdirSync(join(folder, "notes", ".git"));
  const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, "notes", name), text);
  write("a.md", "Intro\n\n# The title #\n\ntext");
  write("deep/b.txt", "plain");
  write("c.png", "%PNG");
  write("mail.eml", "Subject: Venue\r\nMessage-ID: <7@mail>\r\n\r\nWe meet at the pier.\r\n");
  write("d.txt", Uint8Array.from([0xc3, 0x28, 0x41]));
  write("e.txt", "a\0b");
  write("f.TXT", " \n");
  write("README", "no type");
  write(".hidden.txt", "hidden");
  write(".git/config.txt", "hidden");
  symlinkSync(folder, join(folder, "notes", "circle"));
  // Only Linux takes names that are no UTF-8.
  if (process.platform === "linux") {
    const place = Buffer.from(join(folder, "notes", "/"));
    writeFileSync(Buffer.concat([place, Buffer.from("gr\xfcn.txt", "latin1")]), "never read");
  } else write("gr\ufffdn.exe", "never read");
});

/** A store that knows what it was given before. */
function taking() {
  const known = new Map<string, string>();
  return ({ source_id, content }: { source_id: string; content: string }) => {
    const before = known.get(source_id);
    known.set(source_id, content);
    return { status: before === undefined ? "created" : before === content ? "unchanged" : "revised" };
  };
}

it("ingests the files of a folder, says what it skipped and why, and goes on when it is run again", async () => {
  const answer = taking();
  const line = [
    "ingest",
    join(folder, "notes"),
    "--visibility-scope",
    "custom",
    "--audience",
    "ben",
    "--audience",
    "cat",
  ];
  const { calls, out, code } = await runCommandLine(line, { answer });
  expect(code).toBe(0);
  expect(calls.map(({ input }) => input)).toMatchObject([
    {
      ...{
        artifact_type: "note",
        source_system: "upload",
        source_id: join(real, "notes", "a.md"),
        title: "The title",
        bulk: true,
      },
      ...{ content: "Intro\n\n# The title #\n\ntext", visibility_scope: "custom", audience: ["ben", "cat"] },
    },
    { source_id: join(real, "notes", "deep", "b.txt"), title: "b.txt", content: "plain" },
    { artifact_type: "email", title: "Venue", content: expect.stringContaining("at the pier") },
  ]);
  expect(out).toContain("3 new, 0 revised, 0 unchanged, 9 skipped");
  for (const said of [
    ".git/: is hidden",
    ".hidden.txt: is hidden",
    "circle: is a symbolic link, which is not followed",
    "README: is of a type that cannot be read. Files that can be read end in .txt, .md, .html,",
    "c.png: is of a type that cannot be read.",
    "d.txt: is not valid UTF-8. Save it as UTF-8 and try again. (INVALID_UNICODE)",
    "e.txt: is binary data, not text. (VALIDATION_ERROR)",
    "f.TXT: is empty. (EMPTY_CONTENT)",
    process.platform === "linux"
      ? "gr\ufffdn.txt: has a name that is not valid UTF-8"
      : "gr\ufffdn.exe: is of a type",
  ]) {
    expect(out).toContain(said);
  }
  writeFileSync(join(folder, "notes", "deep", "b.txt"), "plainer");
  expect((await runCommandLine(line, { answer })).out).toContain("0 new, 1 revised, 2 unchanged");
});

it("skips a document that the server refuses, and stops when the server is gone", async () => {
  const refuse = (code: "TOMBSTONED" | "UNAVAILABLE") => () => {
    throw new PalimpsestError(code, "It was so.");
  };
  const one = join(folder, "notes", "a.md");
  const skipped = await runCommandLine(["ingest", one], { answer: refuse("TOMBSTONED") });
  expect(skipped).toMatchObject({ code: 1, out: expect.stringContaining("a.md: It was so. (TOMBSTONED)") });
  const gone = await runCommandLine(["ingest", join(folder, "notes")], { answer: refuse("UNAVAILABLE") });
  expect(gone.calls).toHaveLength(1);
  expect(gone.code).not.toBe(0);
  const nowhere = await runCommandLine(["ingest", join(folder, "nothing")]);
  expect(nowhere.err).toContain("There is no file or folder");
});

it("takes files of the same name in two folders for two documents, however they are named", async () => {
  for (const year of ["y25", "y26"]) {
    mkdirSync(join(folder, year));
    writeFileSync(join(folder, year, "jan.md"), `January of ${year}`);
  }
  const answer = taking();
  const years = ["ingest", join(folder, "y25"), join(folder, "y26")];
  expect((await runCommandLine(years, { answer })).out).toContain("2 new, 0 revised, 0 unchanged");
  expect((await runCommandLine(years, { answer })).out).toContain("0 new, 0 revised, 2 unchanged");
  const one = ["ingest", join(folder, "y25", "..", "y26", "jan.md")];
  expect((await runCommandLine(one, { answer })).out).toContain("0 new, 0 revised, 1 unchanged");
});

it("ingests the mails of a mailbox after one that is refused, and names that one", async () => {
  const mail = (n: number) =>
    `From a@b.c Mon Mar  2 1${n}:00:00 2026\nFrom: a@b.c\nMessage-ID: <${n}@mail>\n\nMail ${n}.\n\n`;
  writeFileSync(join(folder, "three.mbox"), [1, 2, 3].map(mail).join(""));
  for (const code of ["TOMBSTONED", "CONFLICT", "EMPTY_CONTENT", "BOUNDARY_DENIED"] as const) {
    const answer = ({ source_id }: { source_id: string }) => {
      if (source_id === "2@mail") throw new PalimpsestError(code, "It was so.");
      return { status: "created" };
    };
    const ran = await runCommandLine(["ingest", join(folder, "three.mbox"), "--json"], { answer });
    expect(ran.code).toBe(0);
    expect(ran.calls.map(({ input }) => (input as { source_id: string }).source_id)).toEqual([
      ...["1@mail", "2@mail", "3@mail"],
    ]);
    expect(JSON.parse(ran.out)).toMatchObject({
      ...{ created: 2, skipped: [{ name: "three.mbox#2", reason: `It was so. (${code})` }] },
    });
  }
});

it("does not read pipes and devices, which may never end", async () => {
  const { code, err, calls } = await runCommandLine(["ingest", "/dev/zero"], { answer: taking() });
  expect({ code, calls }).toEqual({ code: 2, calls: [] });
  expect(err).toContain("/dev/zero is no regular file");
});
