import type { Memory } from "@palimpsest/core";
import { loadChunks } from "../governance/load-chunks.js";

export const tenantId = "bench-rollback";
export const words =
  "harbour crane ledger orchard signal kettle border violin quarry lantern meadow turbine".split(" ");

const textOf = (n: number) =>
  `Poison ${n}: the ${words[n % 12]} of the ${words[(n * 7) % 12]} sends its ${words[(n * 5) % 12]} to item${n % 5_000}`;

/** Writes so many memories of agent rogue, in 200 sessions. */
export const writePoison = async (
  memory: Memory,
  memories: number,
  note: (text: string) => void,
): Promise<void> => {
  const batch = 10_000;
  for (let at = 0; at < memories; at += batch) {
    const count = Math.min(batch, memories - at);
    const chunks = Array.from({ length: count }, (_, n) => ({
      ...{ agentId: "rogue", actor: "rogue", session: `s${(at + n) % 200}`, text: textOf(at + n) },
      at: new Date(Date.UTC(2026, 0, 1) + (at + n) * 1_000).toISOString(),
    }));
    await loadChunks(memory.services, [tenantId], chunks as never);
    note(`wrote ${at + count}`);
  }
};
