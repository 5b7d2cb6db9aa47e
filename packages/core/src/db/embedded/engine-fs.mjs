import { fstatSync, fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * PGlite's file system on a directory, with three differences. It syncs: PGlite's fsync does nothing, and PGlite starts
 * Postgres with fsync off; with a real one Postgres syncs its log at each commit and its files at each checkpoint, in
 * the right order. Its files are for their owner alone: PGlite opens them to everybody. And Postgres does not see our
 * own files in the directory.
 *
 * `onLog` is told how far the write-ahead log has been written, in bytes.
 */
export function engineFs(directory, { onLog, sync }) {
  const files = new NodeFS(directory);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const ready = await init(pg, options);
    ready.emscriptenOpts.preRun.push((module) => adapt(module.FS, onLog, sync));
    return ready;
  };
  return files;
}

function adapt(FS, onLog, sync) {
  const { realPath } = FS.filesystems.NODEFS;
  const { node_ops: nodes, stream_ops: streams } = FS.filesystems.NODEFS;
  streams.fsync = (stream) => {
    // A file that was deleted outside keeps what is written to it only until it is closed.
    if (fstatSync(stream.nfd).nlink === 0) throw new Error("a file of the data directory was deleted");
    if (isOfLog(stream.node) || !sync.isSynced(realPath(stream.node))) fsyncSync(stream.nfd);
    return 0;
  };
  const write = streams.write;
  streams.write = (stream, buffer, offset, length, position) => {
    const written = write(stream, buffer, offset, length, position);
    const segment = segmentNumber(stream.node);
    if (segment !== undefined) onLog(segment * segmentBytes + position + written);
    else if (!isOfLog(stream.node)) sync.written(realPath(stream.node));
    return written;
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

export const segmentBytes = 16 * 1024 ** 2;

const isOfLog = (node) => node.parent.name === "pg_wal";

/** A segment of the log is named by its timeline and its number, whose low 8 digits count to 255. */
function segmentNumber(node) {
  const { name } = node;
  if (name.length !== 24 || !isOfLog(node) || !/^[0-9A-F]{24}$/.test(name)) return undefined;
  return Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16);
}

/** Sets the path of the mounted directory after a rename. Open files are not affected. */
export function moveMount(pg, directory) {
  pg.Module.FS.lookupPath(PGlite.paths.PGDATA).node.mount.opts.root = directory;
}

/** Uses fsync, since fdatasync does nothing in the WASM build. */
export function startParams({ relaxedDurability, logLimitBytes, maxFiles }) {
  const megabytes = (share) => Math.max(32, Math.floor((logLimitBytes * share) / 1024 ** 2));
  const settings = [
    `max_files_per_process=${maxFiles}`,
    // How many old segments a checkpoint keeps for new ones.
    `min_wal_size=${megabytes(1 / 4)}`,
    `max_wal_size=${megabytes(1 / 2)}`,
  ];
  const durable = relaxedDurability ? [] : ["wal_sync_method=fsync"];
  return [
    ...PGlite.defaultStartParams.filter((flag) => relaxedDurability || flag !== "-F"),
    ...[...settings, ...durable].flatMap((setting) => ["-c", setting]),
  ];
}
