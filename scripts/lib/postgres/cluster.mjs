import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { capture } from "../run.mjs";
import { keepInMemory, releaseMemory } from "./memory.mjs";
import { settingsArguments } from "./profile.mjs";

/** Creates a new cluster and starts it on a free loopback port. */
export async function startCluster(installation, { profile, settings }) {
  const { bin, command, parent } = installation;
  const home = `${parent}/palimpsest-pg-${randomBytes(6).toString("hex")}`;
  const data = `${home}/data`;
  await installation.makeDirectory(home);
  if (profile === "test") await keepInMemory(installation.hostPath(home));
  const record = {
    kind: "cluster",
    command,
    pgCtl: `${bin}/pg_ctl`,
    data,
    home: installation.hostPath(home),
  };
  try {
    await execute(command, `${bin}/initdb`, [
      "--pgdata",
      data,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      `--locale=${installation.locale}`,
      "--no-sync",
    ]);
    const port = await startOnFreePort();
    return { ...record, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
  } catch (error) {
    await removeHome(record);
    throw error;
  }

  async function startOnFreePort() {
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      const server = [
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
      ];
      const options = [...server, ...settingsArguments(profile, settings)].map(quote).join(" ");
      const log = `${home}/server.log`;
      try {
        await execute(command, record.pgCtl, [
          "start",
          "-w",
          "-t",
          "60",
          "-D",
          data,
          "-l",
          log,
          "-o",
          options,
        ]);
        return port;
      } catch (error) {
        if (attempt === 3) {
          const tail = readFileSync(installation.hostPath(log), "utf8").slice(-2000);
          throw new Error(`PostgreSQL did not start:\n${tail}`, { cause: error });
        }
      }
    }
  }
}

/** Stops a cluster and deletes it. */
export async function stopCluster(record) {
  await execute(record.command, record.pgCtl, ["stop", "-w", "-m", "immediate", "-D", record.data]);
  await removeHome(record);
}

function execute(command, program, args) {
  const [first, ...rest] = [...command, program, ...args];
  return capture(first, rest, { cwd: "/", env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } });
}

async function removeHome(record) {
  await releaseMemory(record.home);
  await rm(record.home, { recursive: true, force: true });
}

function quote(argument) {
  return `'${argument.replaceAll("'", "'\\''")}'`;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
