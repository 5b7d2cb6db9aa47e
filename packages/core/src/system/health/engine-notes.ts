import type { DatabaseStatus } from "../../db/index.js";

/** What an operator should know about the embedded engine; nothing if all is usual. */
export function engineNotes({ socketsRemade = 0, full = false }: DatabaseStatus): string[] {
  const times = socketsRemade === 1 ? "once" : `${socketsRemade} times`;
  return [
    ...(full ? ["The disk is nearly full: writes are refused (507) until space is freed. Reads go on."] : []),
    ...(socketsRemade > 0
      ? [`The engine's socket had vanished and was made anew, ${times} since the start.`]
      : []),
  ];
}
