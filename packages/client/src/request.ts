import type { Route } from "./route.js";
import { toJson } from "./to-json.js";

export interface WireRequest {
  method: string;
  url: string;
  body: string | FormData | undefined;
}

/**
 * Path parameters go into the path; of the rest, GET and DELETE make a query and the others a body. A body keeps null,
 * which may be a value; a query leaves it out.
 */
export function wireRequest(baseUrl: string, route: Route, input: object): WireRequest {
  const [method = "", template = ""] = route.http.split(" ");
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (typeof value !== "string" || value === "")
      throw new TypeError(`${name} is needed to call ${template}`);
    // A URL that ends in them is another URL, one level up: a deleted key would become a deleted plan.
    if (value === "." || value === "..") throw new TypeError(`${name} must not be . or ..`);
    return encodeURIComponent(value);
  });
  const url = `${baseOf(baseUrl)}${path}`;
  if (method !== "GET" && method !== "DELETE") {
    return { method, url, body: toJson(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    for (const one of [value ?? []].flat()) query.append(name, String(one));
  }
  return { method, url: query.size === 0 ? url : `${url}?${query}`, body: undefined };
}

/** Without slashes at its end. */
export const baseOf = (url: string): string => url.replace(/\/+$/, "");
