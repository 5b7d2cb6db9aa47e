import { PalimpsestError } from "@palimpsest/contract";
import type { Context } from "hono";
import { methodsAt } from "../../surface/routes.js";

/** A path that exists for other methods says which; any other does not exist. */
export function noSuchRoute(c: Context): never {
  const methods = methodsAt(c.req.path);
  if (methods.length === 0) {
    throw new PalimpsestError("NOT_FOUND", "No such route; GET /openapi.json lists them all.");
  }
  c.header("Allow", methods.join(", "));
  throw new PalimpsestError("METHOD_NOT_ALLOWED", `This path takes ${methods.join(", ")}.`);
}
