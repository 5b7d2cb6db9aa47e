/** Whether a memory works, and how it is set up. */
export interface Health {
  status: "ok" | "degraded" | "draining";
  /** How it is set up: engine, embedder, auth and so on. */
  mode: Record<string, string>;
  /** What must work for requests to be served; `problem` says what is wrong and what to do. */
  checks: { name: string; ok: boolean; problem?: string }[];
  /** What to know about it, in words. */
  notes: string[];
}
