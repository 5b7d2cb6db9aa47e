import { expect, it } from "vitest";
import { readFile } from "../read-file.js";

const read = (name: string, text: string) => readFile(name, Buffer.from(text, "latin1"));
const mail = (headers: string[], body: string) => `${headers.join("\r\n")}\r\n\r\n${body}`;

it("takes author, participants, title, time and id from the headers", async () => {
  const text = mail(
    [
      'From: "Alice Chen" <alice@example.org>',
      "To: Bob Smith <bob@example.org>, carol@example.org",
      "Cc: Dana <dana@example.org>",
      "Subject: =?utf-8?q?Gr=C3=BCn?=",
      "Date: Mon, 2 Mar 2026 10:00:00 +0100",
      "Message-ID: <1@example.org>",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
    ],
    "We decided to use Postgres =E2=80=93 finally.\r\n> older words\r\n",
  );
  expect((await read("a.eml", text)).documents).toEqual([
    {
      name: "a.eml",
      artifact_type: "email",
      source_system: "upload",
      source_id: "1@example.org",
      title: "Grün",
      author: "Alice Chen",
      participants: ["Bob Smith", "carol@example.org", "Dana"],
      ts: "2026-03-02T10:00:00.000+01:00",
      content: "We decided to use Postgres – finally.\n> older words",
    },
  ]);
});

it("reads a mail whose date and address are broken, without them", async () => {
  const text = mail(
    ["From: <<>", "Date: the day after tomorrow", "Subject: Hi", "Broken header line"],
    "Words.",
  );
  const [document] = (await read("a.eml", text)).documents;
  expect(document).toMatchObject({ title: "Hi", content: "Words." });
  expect(document).not.toHaveProperty("ts");
});

it.each([
  ["letters are missing", (text: string) => text.slice(1)],
  ["other characters stand", (text: string) => `${text.slice(0, 10)}!%&${text.slice(11)}`],
])("refuses a mail in whose base64 %s, and only skips it in a mailbox", async (_, broken) => {
  const words = Buffer.from("Grüße aus Köln, wir haben für März beschlossen: höhere Zölle.").toString(
    "base64",
  );
  const headers = ["From: a@example.org", "Content-Type: text/plain; charset=utf-8"];
  const encoded = mail([...headers, "Content-Transfer-Encoding: base64"], broken(words));
  const refused = { code: "VALIDATION_ERROR", message: expect.stringMatching(/^a\.eml .*base64/) };
  await expect(read("a.eml", encoded)).rejects.toMatchObject(refused);
  const inParts = [
    "--edge\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n",
    `${broken(words)}\r\n--edge--\r\n`,
  ].join("\r\n");
  const mixed = mail(["From: a@example.org", 'Content-Type: multipart/mixed; boundary="edge"'], inParts);
  await expect(read("a.eml", mixed)).rejects.toMatchObject(refused);
  const from = "From a@example.org Mon Mar  2 10:00:00 2026";
  const box = `${from}\r\n${encoded}\r\n\r\n${from}\r\n${mail(headers, "Fine.")}\r\n`;
  expect(await read("a.mbox", box)).toMatchObject({
    documents: [{ content: "Fine." }],
    skipped: [{ name: "a.mbox#1", reason: expect.stringContaining("base64") }],
  });
});

it("refuses broken base64 in any charset, and reads one that lacks its padding", async () => {
  const latin = ["From: a@example.org", "Content-Type: text/plain; charset=iso-8859-1"];
  const encoded = (text: string) => mail([...latin, "Content-Transfer-Encoding: base64"], text);
  const words = Buffer.from("Wir treffen uns am Montag.", "latin1").toString("base64");
  await expect(read("a.eml", encoded(`${words.slice(0, 9)}*!${words.slice(11)}`))).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  const [document] = (await read("a.eml", encoded(words.replace(/=+$/, "")))).documents;
  expect(document!.content).toBe("Wir treffen uns am Montag.");
});

it("reads a mail whose subject and names hold characters that no title may", async () => {
  const word = (text: string) => `=?utf-8?b?${Buffer.from(text).toString("base64")}?=`;
  const headers = [
    `From: ${word("Ada\u202e\u0000 B")} <ada@b.c>`,
    `Subject: ${word("Plan\u0007\u2066s\u202e")}`,
  ];
  expect((await read("a.eml", mail(headers, "Words."))).documents).toMatchObject([
    { author: "Ada B", title: "Plans" },
  ]);
});

it("reads the HTML of a mail without plain text", async () => {
  const text = mail(["From: a@b.c", "Content-Type: text/html"], "<p>Hello <b>you</b></p><p>Bye</p>");
  expect((await read("a.eml", text)).documents[0]!.content).toBe("Hello you\n\nBye");
});

it("gives one document for each mail of a mailbox, and says which it skipped", async () => {
  const box = [
    "From alice@example.org Mon Mar  2 10:00:00 2026",
    "From: alice@example.org",
    "Subject: One",
    "",
    "First mail.",
    ">From here on it is quoted.",
    "",
    "From now on we meet on Mondays.",
    "",
    "From bob@example.org Mon Mar  2 11:00:00 2026",
    "nothing that looks like a mail",
    "",
    "From bob@example.org Mon Mar  2 12:00:00 2026",
    "From: bob@example.org",
    "Subject: Two",
    "",
    "Second mail.",
    "",
  ].join("\n");
  const { documents, skipped } = await read("box.mbox", box);
  expect(documents.map(({ name, title, content }) => ({ name, title, content }))).toEqual([
    {
      name: "box.mbox#1",
      title: "One",
      content: "First mail.\nFrom here on it is quoted.\n\nFrom now on we meet on Mondays.",
    },
    { name: "box.mbox#3", title: "Two", content: "Second mail." },
  ]);
  expect(skipped).toEqual([{ name: "box.mbox#2", reason: expect.stringContaining("no mail headers") }]);
});

it("splits a mailbox whose addresses are written with at, and says what stands before its first mail", async () => {
  const mailOf = (n: number) =>
    `From ada at example.org  Mon Mar  2 1${n}:00:00 2026\nFrom: ada at example.org (Ada)\nSubject: ${n}\n\nMail ${n}.\n\n`;
  const { documents, skipped } = await read("list.mbox", `\xef\xbb\xbf${mailOf(1)}${mailOf(2)}`);
  expect(documents.map(({ title, content }) => [title, content])).toEqual([
    ["1", "Mail 1."],
    ["2", "Mail 2."],
  ]);
  expect(skipped).toEqual([]);
  const headless = await read("list.mbox", `Subject: 0\n\nMail 0.\n\n${mailOf(1)}`);
  expect(headless.documents).toHaveLength(1);
  expect(headless.skipped).toEqual([
    { name: "list.mbox#0", reason: expect.stringContaining("before the first") },
  ]);
});

it("lets others in while it reads a mail of many lines, and refuses one of too many parts", async () => {
  let turns = 0;
  const serveOthers = (): NodeJS.Immediate =>
    setImmediate(() => {
      turns += 1;
      served = serveOthers();
    });
  let served = serveOthers();
  const headers = ["From: ann@example.org", "Subject: Long"];
  const { documents } = await read("long.eml", mail(headers, "x\r\n".repeat(40_000)));
  expect(documents[0]?.content).toHaveLength(79_999);
  expect(turns).toBeGreaterThan(10);
  clearImmediate(served);

  const parts = (n: number) => {
    const part = "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n";
    return mail([...headers, "Content-Type: multipart/mixed; boundary=b"], `${part.repeat(n)}--b--\r\n`);
  };
  expect((await read("many.eml", parts(500))).documents).toHaveLength(1);
  await expect(read("parts.eml", parts(11_000))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});
