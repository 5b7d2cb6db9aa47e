import type { Context } from "hono";
import type { AppEnv } from "../app-env.js";

/** The address that a request came from. A proxy in front shows its own; headers that claim another are not believed. */
export const sourceOf = (c: Context<AppEnv>): string => c.env?.incoming?.socket?.remoteAddress ?? "unknown";
