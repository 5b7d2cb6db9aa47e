import { createConnection } from "node:net";
import { join } from "node:path";
import { socketName } from "./socket-directory.js";

/** Whether a process accepts connections on the socket in this directory. */
export function isListening(directory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(join(directory, socketName));
    const settle = (listening: boolean) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
