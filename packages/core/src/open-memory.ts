import type { OperationName } from "@palimpsest/contract";
import { auditSink } from "./audit/index.js";
import {
  assertSchema,
  assertServingRole,
  type DatabaseOptions,
  migrateUp,
  openDatabase,
} from "./db/index.js";
import { type Answer, type Call, dispatch } from "./dispatch.js";
import { type Credential, tenantDirectory } from "./identity/index.js";
import { callLimiter } from "./limits/index.js";
import {
  type ChatModelOptions,
  type Embedder,
  type EmbedderOptions,
  openChatModel,
  openEmbedder,
} from "./models/index.js";
import { selftestOf } from "./selftest/index.js";
import type { PassageSizes, Services, Settings } from "./services.js";
import { keptVectors } from "./substrate/index.js";
import {
  assertOutside,
  type InTransactionOptions,
  inTransaction,
  type OpenTransaction,
} from "./transaction/index.js";

export interface MemoryOptions {
  database: DatabaseOptions;
  /** How to open an embedder, or one that is open. */
  embedder: EmbedderOptions | Embedder;
  /** False: an embedder that others use too, so that `close` leaves it open. */
  ownsEmbedder?: boolean;
  settings: Settings;
  /** The model that extracts events from documents, and how often that is tried; without a model, rules do. */
  extraction?: { model?: ChatModelOptions; maxAttempts?: number };
  /** How long texts are split; absent: in the usual sizes. */
  passages?: PassageSizes;
  /** The constant of reciprocal rank fusion in hybrid searches. */
  fusion?: number;
  /** Apply missing migrations first. Right for an embedded store, never silent on a company's server. */
  migrate?: boolean;
  /** Told of what goes wrong where no caller waits: audit entries that could not be written. */
  onError?: (error: unknown) => void;
}

/** A whole memory in this process: the services, and the one way to call them. */
export interface Memory {
  services: Services;
  dispatch<N extends OperationName>(call: Call<N>): Promise<Answer<N>>;
  /** Several calls of one principal, all or none. */
  transaction<T>(
    credential: Credential,
    work: (tx: OpenTransaction) => Promise<T>,
    options?: InTransactionOptions,
  ): Promise<T>;
  close(): Promise<void>;
}

export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const db = await openDatabase(options.database);
  try {
    if (options.migrate) await migrateUp(db);
    else await assertSchema(db);
    await assertServingRole(db);
    const given = options.embedder;
    const embedder = "embed" in given ? given : await openEmbedder(given);
    const audit = auditSink(db, options.onError);
    const tenants = tenantDirectory(db);
    const { model, maxAttempts } = options.extraction ?? {};
    const extraction = { model: model && openChatModel(model), maxAttempts };
    const { settings, passages, fusion } = options;
    const limiter = callLimiter();
    const services: Services = {
      ...{ db, embedder, settings, tenants, audit, limiter, extraction, passages, fusion },
      keptVectors: keptVectors(),
      selftest: (only) => selftestOf(services)(only),
    };
    return {
      services,
      dispatch: async (call) => {
        assertOutside(services);
        return dispatch(services, call);
      },
      transaction: (credential, work, transaction) => inTransaction(services, credential, work, transaction),
      close: async () => {
        await audit.flush();
        services.keptVectors.clear();
        await db.close();
        if (options.ownsEmbedder ?? true) await embedder.close?.();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
