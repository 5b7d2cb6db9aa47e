import { parentPort } from "node:worker_threads";
import { PalimpsestError } from "@palimpsest/contract";
import { readFile } from "../read-file.js";

/** An error crosses threads as its parts: a copy of it would be no PalimpsestError. */
function partsOf(error) {
  if (!(error instanceof PalimpsestError)) return { message: String(error?.stack ?? error) };
  const { code, message, details } = error;
  return { code, message, details };
}

parentPort.on("message", async ({ name, bytes }) => {
  try {
    parentPort.postMessage({ read: await readFile(name, bytes) });
  } catch (error) {
    parentPort.postMessage({ failed: partsOf(error) });
  }
});
