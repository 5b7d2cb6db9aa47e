import { PalimpsestError } from "@palimpsest/contract";
import { type Database, isTenantGone, sqlState, type Tx } from "../../db/index.js";
import { systemPrincipal } from "../../identity/index.js";
import { logChanged, sealEntries, tenantsLeftUnsealed } from "./seal.sql.js";

/** Together with the time that entries wait to be written, well within the second that the documentation promises. */
const waitMs = 250;
const retryMs = 2_500;
/** One transaction seals at most this many: on the embedded engine everybody waits for it. */
const batch = 500;

type Run = (work: (tx: Tx) => Promise<number>) => Promise<number>;

/** Seals all entries of a tenant that are committed. `run` opens a transaction in that tenant. */
async function sealAll(run: Run): Promise<void> {
  while ((await run((tx) => sealEntries(tx, batch))) === batch);
}

/** Before the log is read: seals what anybody has written. It is little, so a full disk does not keep it from being read. */
export const sealTenant = (db: Database, tenantId: string): Promise<void> =>
  sealAll((work) => db.transaction(systemPrincipal(tenantId), work, { essential: true }));

function unsealable(tenantId: string, cause: unknown): PalimpsestError {
  const why =
    sqlState(cause) === logChanged
      ? "its recorded end does not fit its entries, so somebody has changed the tables. Run: palimpsest audit verify"
      : "the database refuses it. The entries are stored, and sealing them is tried again";
  return new PalimpsestError("INTERNAL", `The audit log of tenant ${tenantId} cannot be sealed: ${why}.`, {
    cause,
  });
}

/** Seals the log of one tenant after another. One that cannot be sealed is told of once, and holds up no other. */
function inTurn(sealOne: (tenantId: string) => Promise<void>, onError: (error: unknown) => void) {
  const failing = new Set<string>();
  return {
    failing,
    /** False if it has to be tried again. Throws if the database is away or full, as it is then for all. */
    async seal(tenantId: string): Promise<boolean> {
      try {
        await sealOne(tenantId);
      } catch (error) {
        if (error instanceof PalimpsestError) throw error;
        // The log of a tenant is deleted with it.
        if (!isTenantGone(error)) {
          if (!failing.has(tenantId)) onError(unsealable(tenantId, error));
          failing.add(tenantId);
          return false;
        }
      }
      failing.delete(tenantId);
      return true;
    },
  };
}

export interface Sealer {
  /** Seals the entries of this tenant within a second. */
  soon(tenantId: string): void;
  now(): Promise<void>;
  /** Tenants whose entries could not be sealed when it was last tried. */
  failing: ReadonlySet<string>;
}

/** Seals the entries that this process has written. Those of a process that was killed are left to the worker. */
export function sealer(db: Database, onError: (error: unknown) => void): Sealer {
  const due = new Set<string>();
  /** To be tried again after a longer pause, for which the others do not wait. */
  const again = new Set<string>();
  const turns = inTurn(
    (tenantId) => sealAll((work) => db.transaction(systemPrincipal(tenantId), work)),
    onError,
  );
  let timer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let sealing: Promise<void> | undefined;
  const later = () => {
    timer ??= setTimeout(() => void seal(), waitMs).unref();
  };
  const retry = () => {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    for (const tenantId of again) due.add(tenantId);
    again.clear();
  };
  const sealDue = async () => {
    for (const tenantId of due) {
      due.delete(tenantId);
      again.add(tenantId);
      if (await turns.seal(tenantId)) again.delete(tenantId);
    }
  };
  const seal = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    // The entries are stored. That the database is away or full is told by those who need it more.
    const wait = () => {
      for (const tenantId of due) again.add(tenantId);
      due.clear();
    };
    sealing ??= sealDue()
      .catch(wait)
      .then(() => {
        sealing = undefined;
        if (due.size > 0) later();
        if (again.size === 0) return;
        retryTimer ??= setTimeout(() => {
          retry();
          if (sealing === undefined) later();
        }, retryMs).unref();
      });
    return sealing;
  };
  return {
    failing: turns.failing,
    soon(tenantId) {
      due.add(tenantId);
      if (sealing === undefined) later();
    },
    async now() {
      await sealing;
      retry();
      if (due.size > 0) await seal();
    },
  };
}

/** Entries older than this were left by a process that is gone. */
const leftSeconds = 5;

/** For a worker: seals what was left in any tenant, from time to time. */
export async function keepSealed(
  db: Database,
  everyMs: number,
  loop: { pause: (ms: number) => Promise<void>; stopped: () => boolean; onError: (error: unknown) => void },
): Promise<void> {
  const turns = inTurn((tenantId) => sealAll((work) => db.workerIn(tenantId, work)), loop.onError);
  while (!loop.stopped()) {
    try {
      for (const tenantId of await tenantsLeftUnsealed(db, leftSeconds)) {
        if (loop.stopped()) return;
        await turns.seal(tenantId);
      }
    } catch (error) {
      loop.onError(error);
    }
    await loop.pause(everyMs);
  }
}
