import { PalimpsestError } from "@palimpsest/contract";

/** One answer to every credential that does not hold, so that none can be told from another. */
export const unauthenticated = () =>
  new PalimpsestError("UNAUTHENTICATED", "Send a valid API key or token as Authorization: Bearer …");
