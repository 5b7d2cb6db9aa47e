import { contract, type OperationName, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import type { TestDatabase, TestEngine } from "../db/testing/index.js";
import type { Handlers } from "../handlers.js";
import { authenticate, localPrincipal, type Principal, tenantDirectory } from "../identity/index.js";
import { callLimiter } from "../limits/index.js";
import { builtinEmbedder, type Embedder } from "../models/index.js";
import type { OperationContext, Services } from "../services.js";
import { type Draft, insertMemory, keptVectors, prepareMemory } from "../substrate/index.js";
import { contextOf } from "./context-of.js";
import { wordsFor } from "./words-for.js";

/** Services on a database of a test's own, and handlers called as dispatch calls them, one at a time. */
export interface World {
  test: TestDatabase;
  services: Services;
  /** The same data under another embedder, as after a restart with other settings. */
  withEmbedder(embedder: Embedder): World;
  agent(id: string, tenantId?: string): Promise<Principal>;
  person(id: string, tenantId?: string): Promise<Principal>;
  call<N extends OperationName>(
    name: N,
    handler: Handlers<PalimpsestContract>[N],
    who: Principal,
    input: unknown,
  ): Promise<OutputOf<PalimpsestContract[N]>>;
  /** A memory of this principal's; gives its id. */
  remember(who: Principal, text: string, draft?: Partial<Draft>): Promise<string>;
  close(): Promise<void>;
}

export async function openWorld(engine: TestEngine): Promise<World> {
  const test = await engine.open();
  return worldOn(test, builtinEmbedder());
}

function worldOn(test: TestDatabase, embedder: Embedder): World {
  const services: Services = {
    db: test.db,
    embedder,
    settings: { auth: "none" },
    tenants: tenantDirectory(test.db),
    audit: {
      add: () => undefined,
      store: async () => undefined,
      sample: () => undefined,
      sealSoon: () => undefined,
      unsealable: () => [],
      flush: async () => undefined,
    },
    limiter: callLimiter(),
    keptVectors: keptVectors(),
    selftest: () => Promise.reject(new Error("not here")),
  };
  const known = (principal: Principal) => authenticate(services, { kind: "principal", principal });
  return {
    test,
    services,
    withEmbedder: (other) => worldOn(test, other),
    agent: (agentId, tenantId) => known(localPrincipal({ agentId, tenantId })),
    person: (userId, tenantId) => known(localPrincipal({ userId, tenantId })),
    async call(name, handler, who, input) {
      const operation = contract[name];
      const run = handler as (context: OperationContext, input: unknown) => Promise<unknown>;
      const output = await run(await contextOf(services, who), operation.input.parse(input));
      return operation.output.parse(output) as OutputOf<PalimpsestContract[typeof name]>;
    },
    async remember(who, text, draft = {}) {
      const memory = await prepareMemory(await contextOf(services, who), {
        origin: "agent",
        scope: "session",
        channel: "agent",
        ...draft,
        ...wordsFor(draft.kind ?? "chunk", text),
        ...(draft.attributes ? { attributes: draft.attributes } : {}),
      });
      await services.db.transaction(who, (tx) => insertMemory(tx, who, memory));
      return memory.id;
    },
    close: () => test.close(),
  };
}
