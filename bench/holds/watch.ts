import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** The longest that another caller's trivial read waited while `work` ran, in milliseconds. */
export type Watch = (work: () => Promise<unknown>) => Promise<number>;

const nextMessage = async (child: ChildProcess): Promise<unknown> => {
  const ended = new AbortController();
  const onExit = (code: number | null) => ended.abort(new Error(`the probe ended with code ${code}`));
  child.once("exit", onExit);
  try {
    const [message] = await once(child, "message", { signal: ended.signal });
    return message;
  } finally {
    child.off("exit", onExit);
  }
};

/** A second process that reads all the time from the engine of this data directory. */
export const startWatch = async (dataDir: string): Promise<{ watch: Watch; stop(): Promise<void> }> => {
  const child = fork(new URL("./probe.js", import.meta.url));
  const longest = async (): Promise<number> => {
    child.send("longest");
    return Number(await nextMessage(child));
  };
  child.send(dataDir);
  await nextMessage(child);
  return {
    watch: async (work) => {
      await longest();
      try {
        await work();
      } catch (error) {
        await longest();
        throw error;
      }
      return longest();
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
};
