import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes as they are, and reads until the server closes the connection. */
export async function sendUntilClosed(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { socket, chunks } = await send(url, parts);
  if (!socket.closed) await once(socket, "close");
  return parse(chunks);
}

/** Sends bytes as they are, and reads one answer, whose head says how long its body is. */
export async function sendUntilAnswered(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { socket, chunks } = await send(url, parts);
  while (!isWhole(parse(chunks)) && !socket.closed) {
    await Promise.race([once(socket, "data"), once(socket, "close")]);
  }
  socket.destroy();
  return parse(chunks);
}

async function send(url: string, parts: (string | Buffer)[]) {
  const socket = await open(url);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => void chunks.push(chunk));
  // The server may close the connection in the middle of a body.
  socket.on("error", () => undefined);
  for (const part of parts) {
    if (socket.writable) await new Promise((sent) => socket.write(part, sent));
  }
  return { socket, chunks };
}

function parse(chunks: Buffer[]): RawAnswer {
  const [head = "", ...body] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    head,
    body: body.join("\r\n\r\n"),
  };
}

function isWhole({ head, body }: RawAnswer): boolean {
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(body) >= Number(length);
}

export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ""), () => resolve(socket));
    socket.once("error", reject);
  });
}
