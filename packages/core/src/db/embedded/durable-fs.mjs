import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * PGlite's file system has an fsync that does nothing, and PGlite starts Postgres with fsync off. With a real fsync,
 * Postgres syncs its WAL at each commit and its files at each checkpoint, in the right order.
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

/** Sets the path of the mounted directory after a rename. Open files are not affected. */
export function moveMount(pg, directory) {
  pg.Module.FS.lookupPath(PGlite.paths.PGDATA).node.mount.opts.root = directory;
}

/** Uses fsync, since fdatasync does nothing in the WASM build. */
export function startParams(relaxedDurability) {
  if (relaxedDurability) return PGlite.defaultStartParams;
  return [...PGlite.defaultStartParams.filter((flag) => flag !== "-F"), "-c", "wal_sync_method=fsync"];
}
