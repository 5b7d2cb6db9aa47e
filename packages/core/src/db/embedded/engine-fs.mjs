import { fstatSync, fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * PGlite's file system on a directory, with three differences. It syncs: PGlite's fsync does nothing, and PGlite starts
 * Postgres with fsync off; with a real one Postgres syncs its log at each commit and its files at each checkpoint, in
 * the right order. Its files are for their owner alone: PGlite opens them to everybody. And Postgres does not see our
 * own files in the directory.
 *
 * `onLog` is told how many bytes are written to the write-ahead log.
 */
export function engineFs(directory, onLog) {
  const files = new NodeFS(directory);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const ready = await init(pg, options);
    ready.emscriptenOpts.preRun.push((module) => adapt(module.FS, onLog));
    return ready;
  };
  return files;
}

function adapt(FS, onLog) {
  const { node_ops: nodes, stream_ops: streams } = FS.filesystems.NODEFS;
  streams.fsync = (stream) => {
    // A file that was deleted outside keeps what is written to it only until it is closed.
    if (fstatSync(stream.nfd).nlink === 0) throw new Error("a file of the data directory was deleted");
    fsyncSync(stream.nfd);
    return 0;
  };
  const write = streams.write;
  streams.write = (stream, buffer, offset, length, position) => {
    if (stream.node.parent.name === "pg_wal") onLog(length);
    return write(stream, buffer, offset, length, position);
  };
  const make = nodes.mknod;
  nodes.mknod = (parent, name, mode, device) =>
    make(parent, name, (mode & ~0o777) | (FS.isDir(mode) ? 0o700 : 0o600), device);
  for (const operations of [nodes, streams]) {
    const change = operations.setattr;
    operations.setattr = (target, { mode: _, ...attributes }) => change(target, attributes);
  }
  const list = nodes.readdir;
  nodes.readdir = (node) => list(node).filter((name) => !name.startsWith("."));
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
