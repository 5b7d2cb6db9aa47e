import { setTimeout as sleep } from "node:timers/promises";
import { capture, succeeds } from "../run.mjs";
import { checkServer } from "./check-server.mjs";
import { settingsArguments } from "./profile.mjs";

const IMAGE = "pgvector/pgvector:pg17";
const START_TIMEOUT = 90_000;

/** Whether a Docker engine answers, and not only its client is installed. */
export function dockerAnswers() {
  return succeeds("docker", ["info"], { timeout: 10_000 });
}

/** Starts a temporary container on a free loopback port. */
export async function startContainer({ profile, settings }, log) {
  if (!(await succeeds("docker", ["image", "inspect", IMAGE]))) {
    log(`pulling ${IMAGE}`);
    await capture("docker", ["pull", IMAGE]);
  }
  const options = ["--rm", "--detach", "--shm-size=1g", "--label=palimpsest", "--publish=127.0.0.1::5432"];
  const trust = ["--env", "POSTGRES_HOST_AUTH_METHOD=trust"];
  const settingsList = settingsArguments(profile, settings);
  const container = (await capture("docker", ["run", ...options, ...trust, IMAGE, ...settingsList])).trim();
  const record = { kind: "docker", container };
  try {
    const address = (await capture("docker", ["port", container, "5432/tcp"])).trim().split("\n")[0];
    const url = `postgres://postgres@${address}/postgres`;
    await answering(url);
    return { ...record, url };
  } catch (error) {
    await stopContainer(record);
    throw error;
  }
}

/** Stops a container and deletes its data. */
export function stopContainer(record) {
  return capture("docker", ["rm", "--force", "--volumes", record.container]);
}

/** Waits for an answer over TCP. While it initialises, the image serves only on a socket, and then restarts. */
async function answering(url) {
  const deadline = Date.now() + START_TIMEOUT;
  for (;;) {
    try {
      await checkServer(url);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error("The PostgreSQL container did not answer", { cause: error });
      await sleep(500);
    }
  }
}
