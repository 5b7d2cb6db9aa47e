import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * PGlite mounts the data directory through a file system whose fsync does nothing and starts Postgres
 * with fsync off. Given a real fsync, Postgres syncs its WAL at each commit and its files at each
 * checkpoint by itself, in the right order.
 */
export function durableFs(directory) {
  const files = new NodeFS(directory);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const ready = await init(pg, options);
    ready.emscriptenOpts.preRun.push((module) => {
      module.FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        return 0;
      };
    });
    return ready;
  };
  return files;
}

/** Point the mounted directory at its new path after a rename. Open files are not disturbed. */
export function moveMount(pg, directory) {
  pg.Module.FS.lookupPath(PGlite.paths.PGDATA).node.mount.opts.root = directory;
}

/** fdatasync is stubbed out in the WASM build, fsync is not: hence the sync method. */
export function startParams(relaxedDurability) {
  if (relaxedDurability) return PGlite.defaultStartParams;
  return [...PGlite.defaultStartParams.filter((flag) => flag !== "-F"), "-c", "wal_sync_method=fsync"];
}
