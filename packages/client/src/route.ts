import type { Effect } from "@palimpsest/contract";

/** What the client has to know of an operation at run time; schemas stay on the server. */
export interface Route {
  http: string;
  effect: Effect;
  /** Its answer holds a secret that the server does not keep, so a second call is a second write. */
  secretAnswer?: true;
  /** It is waited for longer, and called once. */
  takesLong?: true;
}
