import type { Hono } from "hono";
import type { RequestIds } from "../surface/trace.js";

/** What a request carries from one handler to the next. */
export interface AppEnv {
  Variables: { ids: RequestIds; operation: string };
}

export type App = Hono<AppEnv>;
