import type { ErrorCode, PalimpsestError } from "@palimpsest/contract";

const parseError = -32_700;
const invalidRequest = -32_600;
const invalidParams = -32_602;

const codes: Partial<Record<ErrorCode, number>> = {
  INVALID_JSON: parseError,
  INVALID_UNICODE: parseError,
  VALIDATION_ERROR: invalidParams,
};

/** The answer to a message that could not be read. Its id is not known, since it was not read to its end. */
export const refusedMessage = ({ code, message }: PalimpsestError): object => ({
  jsonrpc: "2.0",
  id: null,
  error: { code: codes[code] ?? invalidRequest, message: `${code}: ${message}` },
});
