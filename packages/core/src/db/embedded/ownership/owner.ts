import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { names } from "./generations.js";
import { deviceOf, isLocal, kernelId } from "./kernel.js";
import { lookAtProcess } from "./process-identity.js";
import { readRecord } from "./record-file.js";

const schema = z.object({
  pid: z.number(),
  host: z.string(),
  startTime: z.string().optional(),
  kernel: z.string().optional(),
  local: z.boolean(),
  device: z.number().optional(),
  token: z.string(),
});

/** What an owner says about itself. Only `kernel`, `local` and `device` have a part in deciding whether it lives. */
export type Owner = z.infer<typeof schema>;

export function thisOwner(home: string, token: string): Owner {
  const { pid } = process;
  return {
    pid,
    host: hostname(),
    startTime: lookAtProcess(pid)?.startTime,
    kernel: kernelId(),
    local: isLocal(home),
    device: deviceOf(home),
    token,
  };
}

export function writeOwner(generation: string, owner: Owner): void {
  writeFileSync(join(generation, names.owner), `${JSON.stringify(owner)}\n`, { mode: 0o600, flag: "wx" });
}

/** Undefined if the file is missing or damaged. */
export function readOwner(generation: string): Owner | undefined {
  try {
    return schema.parse(JSON.parse(readRecord(join(generation, names.owner)) ?? ""));
  } catch {
    return undefined;
  }
}

export function describe(owner: Owner | undefined): string {
  return owner ? `process ${owner.pid} on host ${owner.host}` : "another process";
}

/** Whether the owner is stopped by a signal, where this process can see that. */
export function isStopped(owner: Owner | undefined): boolean {
  if (owner?.host !== hostname()) return false;
  const seen = lookAtProcess(owner.pid);
  return seen !== undefined && seen.startTime === owner.startTime && seen.stopped;
}
