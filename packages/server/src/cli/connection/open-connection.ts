import type { Surface } from "@palimpsest/core";
import type { Config } from "../../config/index.js";
import type { Actor, Connection } from "./connection.js";
import { openRemoteConnection } from "./remote-connection.js";

/** Connects to the server of the configuration, or opens the database in this process if none is set. */
export async function openConnection(config: Config, actor: Actor, surface: Surface): Promise<Connection> {
  if (config.serverUrl !== undefined) return openRemoteConnection(config.serverUrl, config, actor);
  // Loading the engine takes as long as all the rest, and a command that goes to a server does not need it.
  const { openLocalConnection } = await import("./local-connection.js");
  return openLocalConnection(config, actor, surface);
}
