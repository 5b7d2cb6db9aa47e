import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, lstat, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const megabytes = (bytes) => Math.round(bytes / 1_024 ** 2);

/** The bytes of all files under a folder, some of which may vanish meanwhile. */
async function sizeOf(folder) {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}

const execute = promisify(execFile);

const works = (...commands) =>
  commands
    .reduce((before, [name, ...args]) => before.then(() => execute(name, args)), Promise.resolve())
    .then(
      () => true,
      () => false,
    );

/** Mounts a file system of limited size, on the disk if that can be done, and gives what it is. */
async function mountLimited(home, image) {
  const onDisk = await works(
    ["truncate", "--size=1G", image],
    ["mkfs.ext4", "-q", "-m", "0", image],
    ["mount", "-o", "loop", image, home],
  );
  if (onDisk) return "ext4 of 1 GB on the disk";
  return (await works(["mount", "-t", "tmpfs", "-o", "size=1g", "tmpfs", home]))
    ? "tmpfs of 1 GB"
    : undefined;
}

/** A data directory, on a file system of limited size where this user may mount one. */
export async function embedded() {
  const home = await mkdtemp(join(tmpdir(), "palimpsest-soak-"));
  const image = `${home}.img`;
  const limited = await mountLimited(home, image);
  let dataDir = join(home, "data");
  const filler = join(home, "filler");
  return {
    name: "embedded",
    place: `data on ${limited ?? "the disk"}`,
    targets: { p99: 150, log: 128 },
    env: () => ({ PALIMPSEST_DATA_DIR: dataDir }),
    sizes: async () => ({
      log: megabytes(await sizeOf(join(dataDir, "pg_wal"))),
      data: megabytes(await sizeOf(dataDir)),
    }),
    /** Called while no server runs, and while sizes may be asked for. The copy is what is served from then on. */
    restore: async () => {
      const copy = join(home, `restored-${randomUUID()}`);
      await cp(dataDir, copy, { recursive: true, filter: async (path) => !(await lstat(path)).isSocket() });
      const original = dataDir;
      dataDir = copy;
      await rm(original, { recursive: true });
    },
    fillDisk: limited
      ? async () => {
          const chunk = Buffer.alloc(1_024 ** 2);
          for (let full = false; !full; ) {
            full = await writeFile(filler, chunk, { flag: "a" }).then(
              () => false,
              () => true,
            );
          }
          return () => rm(filler, { force: true });
        }
      : undefined,
    close: async () => {
      if (limited) await execute("umount", ["-l", home]);
      await rm(home, { recursive: true, force: true });
      await rm(image, { force: true });
    },
  };
}

/** A database of its own on the server. How its log is kept is the matter of the server. */
export async function postgres(server) {
  const { default: pg } = await import("pg");
  let name = `soak_${randomUUID().slice(0, 8)}`;
  const login = name;
  let serving;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = () => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return {
    name: "postgres",
    targets: {},
    prepare: async (palimpsest) => {
      await palimpsest(["migrate", "up"], { DATABASE_URL: url() });
      const made = await palimpsest(["migrate", "login", login, "--json"], { DATABASE_URL: url() });
      serving = new URL(JSON.parse(made.said).database_url);
    },
    env: () => ({ DATABASE_URL: Object.assign(serving, { pathname: `/${name}` }).href }),
    sizes: async () => {
      const { rows } = await admin.query(
        "select (select sum(size) from pg_ls_waldir()) as log, pg_database_size($1) as data",
        [name],
      );
      return { log: megabytes(rows[0].log), data: megabytes(rows[0].data) };
    },
    restore: async () => {
      const copy = `${name}_r`;
      await admin.query(`create database ${copy} template ${name}`);
      const original = name;
      name = copy;
      await admin.query(`drop database ${original}`);
    },
    fillDisk: undefined,
    close: async () => {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`drop role if exists ${login}`);
      await admin.end();
    },
  };
}
