// Stops in the middle of ingesting a long document, then in the middle of the transaction that ends an extraction, and
// says on stdout when it is there. Runs what was built, which starts much faster. The data directory and the two
// documents, a short and a long one, are its argument.
import { dispatch, jobKinds, localPrincipal, openMemory, runDueJobs } from "@palimpsest/core";

const { dataDir, tenantId, userId, short, long } = JSON.parse(process.argv[2]);
const forEver = new Promise(() => undefined);

/** The same database, told of each transaction that writes: before it is committed, and after. */
const hooked = (db, hook) =>
  new Proxy(db, {
    get(target, name) {
      if (name !== "transaction") {
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (who, work, options = {}) => {
        if (options.readOnly) return target.transaction(who, work, options);
        const broken = async (tx) => {
          const made = await work(tx);
          await hook("commit");
          return made;
        };
        const result = await target.transaction(who, broken, options);
        await hook("after");
        return result;
      };
    },
  });

const { services } = await openMemory({
  database: { dataDir },
  embedder: { provider: "builtin" },
  settings: { auth: "none" },
});
const credential = { kind: "principal", principal: localPrincipal({ tenantId, userId }) };
const ingest = (input, db = services.db) =>
  dispatch({ ...services, db }, { operation: "ingestArtifact", input, credential, surface: "sdk" });

await ingest(short);
await new Promise((resolve) => {
  let written = 0;
  const stops = hooked(services.db, (moment) => {
    if (moment !== "after" || ++written < 2) return undefined;
    resolve();
    return forEver;
  });
  void ingest(long, stops);
});
const db = hooked(services.db, (moment) => {
  if (moment !== "commit") return undefined;
  process.stdout.write("in the middle\n");
  return forEver;
});
const kinds = jobKinds.filter(({ kind }) => kind === "extract_events");
const { signal } = new AbortController();
await runDueJobs({ ...services, db }, { kinds, name: "test-worker", signal });
