// A process with a database of its own, for tests that kill it. Runs what was built, which starts much faster.
// Lines of JSON on stdin: { id, op, ... }; an answer { id, result | error } for each on stdout.
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { openDatabase } from "@palimpsest/core";

const nobody = {
  tenantId: "a",
  id: "child",
  type: "service",
  role: "admin",
  permissions: new Set(),
  teams: [],
  grants: [],
  via: "system",
};

let db;
const operations = {
  async open({ options }) {
    db = await openDatabase(options);
    return db.status();
  },
  status: async () => db.status(),
  query: ({ sql, values }) => db.transaction(nobody, (tx) => tx.query(sql, values)),
  /** Stay inside a transaction; answers once it has written. */
  stall: ({ sql, values }) =>
    new Promise((resolve, reject) => {
      const stay = async (tx) => {
        resolve(await tx.query(sql, values));
        await new Promise(() => undefined);
      };
      db.transaction(nobody, stay).catch(reject);
    }),
  /** The same as the owner, statement after statement. */
  stallAsOwner: ({ statements }) =>
    new Promise((resolve, reject) => {
      const stay = async (tx) => {
        for (const sql of statements) await tx.query(sql);
        resolve(true);
        await new Promise(() => undefined);
      };
      db.owner(stay).catch(reject);
    }),
  /** Nothing else runs in this thread until the file `end` is there. */
  async block({ begun, end }) {
    writeFileSync(begun, "");
    const never = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(end)) Atomics.wait(never, 0, 0, 5);
    return true;
  },
  async close() {
    await db.close();
    return true;
  },
};

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, op, ...input } = JSON.parse(line);
  try {
    say({ id, result: await operations[op](input) });
  } catch (error) {
    say({ id, error: { code: error.code, message: error.message } });
  }
});
say({ id: 0, result: "ready" });
