import { PalimpsestError, type PrincipalType } from "@palimpsest/contract";
import type { Principal } from "../../principal.js";

const called: Record<PrincipalType, string> = { human: "a person", agent: "an agent", service: "a service" };

/** Why an id cannot be used by this type. */
export const takenBy = (id: string, type: PrincipalType, other: PrincipalType): string =>
  `${id} is the id of ${called[other]} here, so ${called[type]} cannot go by it; use another id.`;

/** The credential says another type than the one that this id is known as. */
export const nameTaken = ({ id, type, via }: Principal, other: PrincipalType): PalimpsestError =>
  new PalimpsestError(
    via === "key" || via === "jwt" ? "UNAUTHENTICATED" : "FORBIDDEN",
    takenBy(id, type, other),
  );
