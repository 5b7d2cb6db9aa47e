import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/index.js";
import { engines } from "../db/testing/index.js";
import type { AuditEntry } from "../services.js";
import { human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";
import { auditSink } from "./audit-sink.js";

const entry = (requestId: string): AuditEntry => ({
  requestId,
  traceId: requestId,
  actorType: "human",
  actorId: "ann",
  operation: "getChunks",
  surface: "sdk",
  decision: "allowed",
  ids: [],
});

describe.each(engines)("the audit sink on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await memory.call(human(), "status", {});
    await memory.call(human("eve", tenantB), "status", {});
  });
  afterAll(() => memory.close());

  const written = async (prefix: string) =>
    (
      await memory.database.ownerQuery<{ request_id: string }>(
        "select request_id from palimpsest.audit_entry where request_id like $1 order by request_id",
        [`${prefix}%`],
      )
    ).map(({ request_id }) => request_id);

  it("writes all entries of every tenant, also those added during a write", async () => {
    const sink = auditSink(memory.services.db);
    const first = Array.from({ length: 450 }, (_, at) => `first-${String(at).padStart(3, "0")}`);
    for (const id of first) sink.add(human(), entry(id));
    const flushed = sink.flush();
    sink.add(human("eve", tenantB), entry("second"));
    await flushed;
    await sink.flush();
    expect(await written("first-")).toEqual(first);
    expect(await written("second")).toEqual(["second"]);
  });

  it("stores the time of the call, not the time of the write", async () => {
    const sink = auditSink(memory.services.db);
    sink.add(human(), entry("early"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await memory.call(human(), "remember", { text: "written in between" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sink.flush();
    const order = await memory.database.ownerQuery<{ operation: string }>(
      `select operation from palimpsest.audit_entry
       where request_id = 'early' or operation = 'remember' order by at`,
    );
    expect(order.map(({ operation }) => operation)).toEqual(["getChunks", "remember"]);
  });

  it("retries while the database is unavailable, keeps what it can, and reports how many entries it lost", async () => {
    let away = true;
    let attempts = 0;
    const { db } = memory.services;
    const transaction: Database["transaction"] = (who, work, options) => {
      attempts++;
      return away ? Promise.reject(new Error("away")) : db.transaction(who, work, options);
    };
    const said: string[] = [];
    const sink = auditSink({ ...db, transaction } as Database, (error) =>
      said.push((error as Error).message),
    );
    for (let at = 0; at < 20_500; at++) sink.add(human(), entry(`outage-${at}`));
    await sink.flush();
    expect(attempts).toBeLessThan(4);
    expect(said).toContain("20000 audit entries could not be written");
    away = false;
    await sink.flush();
    expect(await written("outage-")).toHaveLength(20_000);
    expect(said.at(-1)).toBe("500 audit entries were lost while the database was away");
  });
});
