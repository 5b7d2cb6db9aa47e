import type { OperationName, OutputOf, PalimpsestContract, RawInputOf } from "@palimpsest/contract";
import { auditSink } from "../audit/audit-sink.js";
import type { TestDatabase, TestEngine, TestOptions } from "../db/testing/index.js";
import { dispatch } from "../dispatch.js";
import { type Credential, localPrincipal, type Principal, tenantDirectory } from "../identity/index.js";
import { callLimiter } from "../limits/index.js";
import { builtinEmbedder, type Embedder } from "../models/index.js";
import { selftestOf } from "../selftest/index.js";
import type { Services, Settings } from "../services.js";
import { keptVectors } from "../substrate/index.js";
import { assertDeclared } from "./assert-declared.js";
import { runJobs } from "./run-jobs.js";

/** A whole memory on a fresh database, called as one of its surfaces would call it. */
export interface TestMemory {
  services: Services;
  database: TestDatabase;
  call<N extends OperationName>(
    who: Principal,
    operation: N,
    input: RawInputOf<PalimpsestContract[N]>,
    options?: { idempotencyKey?: string },
  ): Promise<OutputOf<PalimpsestContract[N]>>;
  as(
    credential: Credential,
  ): <N extends OperationName>(operation: N, input: unknown) => Promise<OutputOf<PalimpsestContract[N]>>;
  /** Runs the jobs that are due. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openTestMemory(
  engine: TestEngine,
  options: TestOptions & { embedder?: Embedder; settings?: Partial<Settings> } = {},
): Promise<TestMemory> {
  const { embedder = builtinEmbedder(), settings, ...rest } = options;
  const database = await engine.open(rest);
  const audit = auditSink(database.db);
  const settle = async () => void (await runJobs(services));
  const services: Services = {
    db: database.db,
    embedder,
    settings: { auth: "none", ...settings },
    tenants: tenantDirectory(database.db),
    audit,
    limiter: callLimiter(),
    keptVectors: keptVectors(),
    selftest: (only) => selftestOf(services, settle)(only),
  };
  const send = async <N extends OperationName>(
    operation: N,
    input: unknown,
    credential: Credential,
    key?: string,
  ) =>
    (
      await dispatch(services, { operation, input, credential, surface: "sdk", idempotencyKey: key }).catch(
        (error: unknown) => assertDeclared(operation, error),
      )
    ).output;
  return {
    services,
    database,
    settle,
    call: (who, operation, input, { idempotencyKey } = {}) =>
      send(operation, input, { kind: "principal", principal: who }, idempotencyKey),
    as: (credential) => (operation, input) => send(operation, input, credential),
    async close() {
      await audit.flush();
      await database.close();
    },
  };
}

export const tenantA = "00000000-0000-0000-0000-00000000000a";
export const tenantB = "00000000-0000-0000-0000-00000000000b";

/** People and agents of a tenant, as local mode makes them. */
export const human = (id = "ann", tenantId = tenantA): Principal => localPrincipal({ tenantId, userId: id });
export const agent = (id = "bot", tenantId = tenantA): Principal => localPrincipal({ tenantId, agentId: id });
export const admin = (tenantId = tenantA): Principal => localPrincipal({ tenantId });
