import { PalimpsestError } from "@palimpsest/contract";

/** The same answer for every invalid credential, so that it reveals nothing about why. */
export const unauthenticated = () =>
  new PalimpsestError("UNAUTHENTICATED", "Send a valid API key or token as Authorization: Bearer …");
