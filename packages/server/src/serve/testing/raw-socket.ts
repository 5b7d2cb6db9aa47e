import { connect, type Socket } from "node:net";

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
  /** Whether the server closed the connection. */
  closed: boolean;
}

/** Sends bytes as they are, and reads until the server closes or goes quiet. */
export async function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await open(url);
  const chunks: Buffer[] = [];
  let closed = false;
  socket.on("data", (chunk) => void chunks.push(chunk));
  // The server may cut a sender off in the middle of a body.
  socket.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.on("close", () => {
      closed = true;
      resolve();
    });
  });
  for (const part of parts) {
    if (socket.writable) await new Promise((sent) => socket.write(part, sent));
  }
  await Promise.race([ended, quiet(chunks)]);
  socket.destroy();
  const [head = "", ...body] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    head,
    body: body.join("\r\n\r\n"),
    closed,
  };
}

export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ""), () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Resolves half a second after the last bytes came, or after three seconds without any. */
async function quiet(chunks: Buffer[]): Promise<void> {
  let seen = -1;
  for (let waited = 0; waited < 3_000; waited += 500) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (chunks.length > 0 && chunks.length === seen) return;
    seen = chunks.length;
  }
}
