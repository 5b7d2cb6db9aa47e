/** What the client has to know of an operation at run time; schemas stay on the server. */
export interface Route {
  http: string;
  effect: "read" | "write";
}
