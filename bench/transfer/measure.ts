import type { Memory } from "@palimpsest/core";
import type { Message, Workload } from "../lib/workload.js";
import { writeMessage } from "../speed/fill.js";

const asked = { credential: { kind: "local" }, surface: "sdk" } as const;
const perBatch = 1_000;

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
};

const some = (workload: Workload, count: number): Message[] =>
  Array.from({ length: count }, () => workload.message());

/** Writes messages one after the other; gives how long that took. */
export const writeSingly = (memory: Memory, workload: Workload, count: number): Promise<number> => {
  const messages = some(workload, count);
  return seconds(async () => {
    for (const message of messages) await writeMessage(memory, message);
  });
};

const eventOf = ({ session, text, at }: Message) => ({
  session_id: session,
  channel: "private" as const,
  actor_type: "human" as const,
  actor_id: "somebody",
  kind: "message" as const,
  content: { text, scope: "global" as const },
  occurred_at: at,
});

/** Writes messages in batches as large as a call takes; gives how long that took. */
export const writeBatches = (memory: Memory, workload: Workload, count: number): Promise<number> => {
  const events = some(workload, count).map(eventOf);
  return seconds(async () => {
    for (let from = 0; from < count; from += perBatch) {
      const input = { events: events.slice(from, from + perBatch) };
      const { output } = await memory.dispatch({ ...asked, operation: "recordEvents", input });
      if (output.refused > 0) throw new Error("an event was refused");
    }
  });
};

type Records = { type: string }[];

/** An admin's export of everything. */
export const exportAll = async (
  memory: Memory,
): Promise<{ records: Records; memories: number; seconds: number }> => {
  const records: Records = [];
  const took = await seconds(async () => {
    let cursor: string | undefined;
    do {
      const { output } = await memory.dispatch({
        ...asked,
        operation: "exportRecords",
        input: { everything: true, limit: 1_000, cursor },
      });
      records.push(...output.records);
      cursor = output.next_cursor;
    } while (cursor !== undefined);
  });
  return { records, memories: records.filter(({ type }) => type === "memory").length, seconds: took };
};

/** Imports an export, whose header comes first, as the command does. */
export const importAll = async (memory: Memory, records: Records): Promise<{ seconds: number }> => {
  const [header, ...rest] = records as [
    { version: number; export_id: string; tenant_id: string },
    ...Records,
  ];
  const { version, export_id, tenant_id } = header;
  const took = await seconds(async () => {
    for (let from = 0; from < rest.length; from += 500) {
      const input = { version, export_id, tenant_id, records: rest.slice(from, from + 500) };
      const { output } = await memory.dispatch({ ...asked, operation: "importRecords", input });
      if (output.refused > 0) throw new Error(JSON.stringify(output.results.find(({ error }) => error)));
    }
  });
  return { seconds: took };
};
