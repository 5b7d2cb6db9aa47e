/** What ends a run before its kind is asked, as the queue names it. */
const codes: Record<string, string> = {
  FORBIDDEN: "PRINCIPAL_LOST",
  UNAVAILABLE: "POSTGRES_CONNECTION_ERROR",
};

/** A failure is noted as its code and its message; one without a code came unexpected. */
export function lastError(note: string | null): {
  last_error_code: string | null;
  last_error_message: string | null;
} {
  if (note === null) return { last_error_code: null, last_error_message: null };
  const [, code, message] = /^([A-Z_]+): (.*)$/s.exec(note) ?? [];
  if (code === undefined) return { last_error_code: "INTERNAL", last_error_message: note };
  return { last_error_code: codes[code] ?? code, last_error_message: message! };
}
