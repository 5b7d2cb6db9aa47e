import { createConnection } from "node:net";
import { join } from "node:path";
import { socketName } from "./socket-directory.js";

/** Whether someone accepts connections in this socket directory. */
export function answers(directory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(join(directory, socketName));
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
