import type { DatabaseStatus } from "@palimpsest/core";

/** What an operator should know about the embedded engine; nothing if all is usual. */
export function engineNotes({ socketsRemade = 0 }: DatabaseStatus): string[] {
  if (socketsRemade === 0) return [];
  const times = socketsRemade === 1 ? "once" : `${socketsRemade} times`;
  return [`The engine's socket had vanished and was made anew, ${times} since the start.`];
}
