import type { IncomingMessage } from "node:http";
import type { Rate } from "@palimpsest/core";
import type { Hono } from "hono";
import type { namedDocument } from "../surface/named-document.js";
import type { RequestIds } from "../surface/trace.js";

/** What a request carries from one handler to the next. */
export interface AppEnv {
  /** Absent where a request does not come through a socket. */
  Bindings: { incoming?: IncomingMessage } | undefined;
  Variables: { ids: RequestIds; operation: string; rate?: Rate; document?: ReturnType<typeof namedDocument> };
}

export type App = Hono<AppEnv>;
