import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { enqueueJob, findOpenJobs } from "../../jobs/index.js";
import type { Principal } from "../../principal.js";
import type { OperationContext } from "../../services.js";
import { lexicalStatus } from "../../substrate/index.js";
import { lexicalRebuild, staleIndexRebuild } from "./rebuild-job.js";

/** By which keys a tenant's rebuild is found: its own, one that includes all other tenants, and the system's. */
const ownKey = "lexical index";
const allKey = "all lexical indexes";
const rebuilds = [
  [lexicalRebuild.kind, ownKey],
  [lexicalRebuild.kind, allKey],
  [staleIndexRebuild.kind, ownKey],
] as const;

/** Which version the caller's tenant is indexed with, and how far a rebuild is. */
export async function indexStatus(context: OperationContext, _: InputOf<PalimpsestContract["indexStatus"]>) {
  return context.read(async (tx) => {
    const { version, serverVersion, memories, words } = await lexicalStatus(tx);
    const job = await openRebuild(tx, context.who);
    return {
      version,
      server_version: serverVersion,
      current: version === serverVersion,
      memories,
      words,
      rebuild: job && {
        job_id: job.job_id,
        status: job.status,
        done: job.progress.done ?? 0,
        total: job.progress.total ?? memories,
      },
      note: noteOf(version === serverVersion, job !== null),
    };
  });
}

/** Asks for a rebuild, which a worker carries out. While one waits or runs, gives that one. */
export async function rebuildIndex(
  context: OperationContext,
  { all_tenants }: InputOf<PalimpsestContract["rebuildIndex"]>,
) {
  const { who } = context;
  if (all_tenants && who.via !== "local" && who.via !== "system") {
    throw new PalimpsestError(
      "FORBIDDEN",
      "The indexes of other tenants are rebuilt by the server's operator, with: palimpsest index rebuild --all-tenants",
    );
  }
  return context.write(async (tx) => {
    const { serverVersion: version } = await lexicalStatus(tx);
    const open = all_tenants ? null : await openRebuild(tx, who);
    const jobId =
      open?.job_id ??
      (await enqueueJob(tx, who, {
        kind: lexicalRebuild.kind,
        payload: { key: all_tenants ? allKey : ownKey, version, all_tenants },
      }));
    context.touched([jobId]);
    return {
      job_id: jobId,
      note: "A worker rebuilds the index; searches go on meanwhile. Watch it with: palimpsest index status",
    };
  });
}

/** The rebuild of the tenant that waits or runs, whoever asked for it, if the caller may see it. */
async function openRebuild(tx: Tx, who: Principal) {
  for (const [kind, key] of rebuilds) {
    const [job] = await findOpenJobs(tx, who, kind, key);
    if (job) return job;
  }
  return null;
}

function noteOf(current: boolean, rebuilding: boolean): string {
  if (rebuilding) return "The index is being rebuilt; searches go on meanwhile.";
  if (current) return "The index is of the version that this server makes.";
  return "Searches may miss words: the index was made with another version. Rebuild it with: palimpsest index rebuild";
}
