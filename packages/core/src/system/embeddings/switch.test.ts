import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "../../db/index.js";
import { engines } from "../../db/testing/index.js";
import { localPrincipal, type Principal } from "../../identity/index.js";
import { jobKinds } from "../../job-kinds.js";
import { startWorker } from "../../jobs/index.js";
import { defaultPolicy } from "../../policy/index.js";
import { prepareQuery, search } from "../../retrieval/index.js";
import { openWorld, type World } from "../../testing/open-world.js";
import { embeddingsStatus, switchEmbeddings } from "./embeddings.js";
import { otherEmbedder } from "./testing/other-embedder.js";

describe.each(engines)("changing the embedder on $name", (engine) => {
  let world: World;
  let admin: Principal;
  let alice: Principal;
  let bob: Principal;

  beforeEach(async () => {
    world = await openWorld(engine);
    admin = localPrincipal();
    await world.services.tenants.ensurePrincipal(admin);
    alice = await world.agent("alice");
    bob = await world.agent("bob", "tenant-b");
    for (let n = 0; n < 5; n++) await world.remember(alice, `alpaca number ${n}`);
    await world.remember(alice, "a private alpaca", { visibility: "private" });
    await world.remember(bob, "a badger", { speaker: "bob" });
  });
  afterEach(() => world.close());

  const status = (w: World, who = admin) => w.call("embeddingsStatus", embeddingsStatus, who, {});
  const turn = (w: World, action: "start" | "stop") =>
    w.call("switchEmbeddings", switchEmbeddings, admin, { action });
  const stateOf = async (w: World) => {
    const { spaces, embedder } = await status(w);
    return spaces.find(({ model }) => model === embedder)!;
  };
  const mode = async (w: World) => {
    const query = await prepareQuery(w.services, "alpaca");
    const found = await w.services.db.transaction(alice, (tx) =>
      search(
        tx,
        alice,
        query,
        { kinds: ["chunk"], classes: ["public"] },
        { limit: 10, policy: defaultPolicy },
      ),
    );
    return [found.mode.split(":")[0], found.hits.length];
  };
  const until = async (is: () => Promise<boolean>) => {
    for (let waited = 0; !(await is()); waited += 20) {
      if (waited > 40_000) throw new Error("did not come to pass");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const work = (w: World) =>
    startWorker(w.services, { kinds: jobKinds, pollMs: 10, concurrency: 2, onError: () => undefined });

  it("reads the first embedder's vectors at once; only the operator may switch, only the worker reads for it", async () => {
    expect(await stateOf(world)).toMatchObject({ state: "active", vectors: 6, missing: 0 });
    expect((await mode(world))[0]).toBe("words and vectors");

    await expect(
      world.call("switchEmbeddings", switchEmbeddings, { ...admin, via: "key" }, {}),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    const read = (tx: Tx) => tx.query(`select * from palimpsest.missing_vectors(99, '', 10)`);
    const asService: Principal = { ...admin, type: "service" };
    await expect(world.services.db.transaction(asService, read)).rejects.toMatchObject({ code: "42501" });
    expect(await world.services.db.workerIn(alice.tenantId, read)).toHaveLength(6);

    // The same name with another number of dimensions is another model.
    const next = world.withEmbedder({ ...world.services.embedder, dims: 7 });
    await expect(status(next)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("fills the new space of every tenant, private memories too, then reads from it and retires the old", async () => {
    const embedder = otherEmbedder();
    const next = world.withEmbedder(embedder);
    expect(await stateOf(next)).toMatchObject({ state: "stopped", vectors: 0, missing: 6 });
    expect(await mode(next)).toEqual(["words alone", 6]);
    await next.remember(alice, "a new alpaca");
    expect(await stateOf(next)).toMatchObject({ vectors: 1, missing: 6 });

    expect(await turn(next, "start")).toMatchObject({
      state: "stopped",
      job_id: expect.stringMatching(/^job_/),
      note: expect.stringContaining("A worker will fill in"),
    });
    expect(await mode(next)).toEqual(["words alone", 7]);
    const worker = work(next);
    await until(async () => (await stateOf(next)).state === "active");
    await worker.stop();
    expect(await stateOf(next)).toMatchObject({ vectors: 7, missing: 0 });
    expect((await status(next, bob)).spaces.map(({ state, missing }) => [state, missing])).toEqual([
      ["retired", 0],
      ["active", 0],
    ]);
    expect(embedder.texts).toContain("bob: a badger");
    expect((await mode(next))[0]).toBe("words and vectors");
    expect((await mode(world))[0]).toBe("words alone");
    const [keys] = await world.test.ownerQuery(
      `select bool_and(v.reader_key = palimpsest.owner_key(m.owner_id) and v.kind = m.kind) as own from palimpsest.memory_vector v
       join palimpsest.memory m on m.id = v.memory_id where m.visibility = 'private' and v.space_id = 2`,
    );
    expect(keys).toEqual({ own: true });

    const worker2 = work(world);
    await turn(world, "start");
    await until(async () => (await stateOf(world)).state === "active");
    await worker2.stop();
    expect(await stateOf(world)).toMatchObject({ vectors: 7, missing: 0 });
  });

  it("can be stopped and resumed; what was done is kept", async () => {
    const all = 250;
    await world.test.ownerQuery(
      `insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, channel, owner_id, text, content_hash,
         original_hash, occurred_at)
       select $1, 'chk_llama' || n, 'chunk', 'agent', 'agent:alice', -16 * nextval('palimpsest.solo_position'), 'agent', 'alice',
         'llama ' || n, n, n, now() from generate_series(7, $2::int) n`,
      [alice.tenantId, all],
    );
    let batches = 0;
    let open: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    const next = world.withEmbedder(
      // The other tenant's batch is small, and filled at the same time.
      otherEmbedder({ wait: async ({ length }) => void (length > 1 && ++batches === 2 && (await held)) }),
    );
    await turn(next, "start");
    const worker = work(next);
    await until(async () => batches >= 2);
    await turn(next, "stop");
    await until(async () => (await stateOf(next)).state === "stopped");
    open();
    const jobs = async () =>
      (
        await world.test.ownerQuery<{ status: string }>(
          `select status from palimpsest.job where kind = 'embedding_fill' and payload ? 'space' order by status`,
        )
      ).map(({ status: s }) => s);
    await until(async () => !(await jobs()).includes("PROCESSING"));
    expect(await jobs()).toContain("STOPPED");
    const stopped = await stateOf(next);
    expect(stopped.state).toBe("stopped");
    expect(stopped.vectors).toBeGreaterThanOrEqual(100);
    expect(stopped.missing).toBeGreaterThan(0);
    expect(await mode(next)).toEqual(["words alone", 6]);

    await turn(next, "start");
    await until(async () => (await stateOf(next)).state === "active");
    await worker.stop();
    expect(await stateOf(next)).toMatchObject({ vectors: all, missing: 0 });
  });

  it("does not store the vector of a text that changed while it was embedded", async () => {
    const [row] = await world.test.ownerQuery<{ id: string }>(
      `select id from palimpsest.memory where text = 'alpaca number 0'`,
    );
    let changed: Promise<unknown> | undefined;
    const change = () =>
      world.test.ownerQuery(
        `update palimpsest.memory set text = 'another animal', content_hash = 'another' where id = $1`,
        [row!.id],
      );
    const next = world.withEmbedder(
      otherEmbedder({
        // Every call waits for it: one that read the text before must not store its vector before.
        wait: async () => {
          changed ??= change();
          await changed;
        },
      }),
    );
    await turn(next, "start");
    const worker = work(next);
    await until(async () => (await stateOf(next)).state === "active");
    await worker.stop();
    const [vector] = await next.services.embedder.embed(["another animal"]);
    const [stored] = await world.test.ownerQuery<{ same: boolean }>(
      `select embedding <=> $2::vector < 0.0001 as same from palimpsest.memory_vector where memory_id = $1 and space_id = 2`,
      [row!.id, `[${vector!.join(",")}]`],
    );
    expect(stored).toEqual({ same: true });
  });

  it("leaves a space to the worker that has its embedder, and does not read from it while that fails", async () => {
    const next = world.withEmbedder(otherEmbedder({ failing: true }));
    await turn(next, "start");
    const worker = work(world);
    await until(async () => {
      const [job] = await world.test.ownerQuery<{ later: boolean | null; attempts: number }>(
        `select bool_and(run_at > now() + interval '10 seconds') as later, max(attempts) as attempts from palimpsest.job
         where kind = 'embedding_fill' and payload ? 'space'`,
      );
      return job!.later === true && job!.attempts === 0;
    });
    await worker.stop();
    expect(await stateOf(next)).toMatchObject({ state: "filling", vectors: 0 });

    await world.test.ownerQuery(
      `update palimpsest.job set run_at = now() where kind = 'embedding_fill' and payload ? 'space'`,
    );
    await world.test.ownerQuery(
      `update palimpsest.job set max_attempts = 1 where kind = 'embedding_fill' and payload ? 'space'`,
    );
    const failing = work(next);
    await until(async () => {
      const rows = await world.test.ownerQuery<{ status: string }>(
        `select status from palimpsest.job where kind = 'embedding_fill' and payload ? 'space'`,
      );
      return rows.every(({ status: s }) => s === "FAILED");
    });
    await failing.stop();
    expect(await stateOf(next)).toMatchObject({ state: "filling", missing: 6 });
  });
  it("does what was asked last, whoever asked before", async () => {
    const next = world.withEmbedder(otherEmbedder());
    const { job_id: started } = await turn(next, "start");
    expect((await turn(next, "start")).job_id).toBe(started);
    const { job_id: stopped } = await turn(next, "stop");
    const worker = work(next);
    const statusOf = async (id: string) =>
      (
        await world.test.ownerQuery<{ status: string }>(
          `select status from palimpsest.job where job_id = $1`,
          [id],
        )
      )[0]!.status;
    await until(async () => (await statusOf(stopped)) === "DONE");
    await worker.stop();
    expect(await statusOf(started)).toBe("STOPPED");
    expect(await stateOf(next)).toMatchObject({ state: "stopped", vectors: 0 });
  });
});
