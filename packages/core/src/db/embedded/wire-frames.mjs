const sslRequest = 80877103;
const gssRequest = 80877104;
const cancelRequest = 80877102;
const protocol3 = 196608;
const maxMessageBytes = 512 * 1024 * 1024;

const code = (letter) => letter.charCodeAt(0);
const ends = new Set([code("Q"), code("S"), code("H"), code("F")]);

/**
 * Splits a client's bytes into batches: a startup packet, or all messages up to one that the server answers (Query,
 * Sync, Flush). A batch is run as a whole, so that extended queries of two clients do not mix on the one backend.
 */
export class Frames {
  #chunks = [];
  #size = 0;
  #started = false;
  #batch = [];

  push(chunk) {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The next batch; undefined until more bytes arrive. Throws if the bytes are not the Postgres protocol. */
  next() {
    while (true) {
      const header = this.#started ? 5 : 8;
      if (this.#size < header) return undefined;
      const head = this.#peek(header);
      const length = this.#started ? head.readInt32BE(1) + 1 : head.readInt32BE(0);
      if (length < header || length > maxMessageBytes) throw new Error("not a Postgres client");
      if (this.#size < length) return undefined;
      const message = this.#take(length);
      if (!this.#started) return this.#startup(message);
      if (message[0] === code("X")) return { kind: "terminate" };
      this.#batch.push(message);
      if (!ends.has(message[0])) continue;
      const messages = this.#batch;
      this.#batch = [];
      return { kind: "messages", messages, complete: message[0] !== code("H") };
    }
  }

  #startup(message) {
    const request = message.readInt32BE(4);
    if (request === sslRequest || request === gssRequest) return { kind: "encryption" };
    if (request === cancelRequest) return { kind: "cancel" };
    if (request !== protocol3) throw new Error("unknown protocol version");
    this.#started = true;
    const fields = message.toString("utf8", 8).split("\0");
    const at = fields.indexOf("application_name");
    return { kind: "startup", applicationName: at < 0 ? "" : fields[at + 1] };
  }

  #peek(count) {
    if (this.#chunks[0].length < count) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  #take(count) {
    const all = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = all.length === count ? [] : [all.subarray(count)];
    this.#size -= count;
    return all.subarray(0, count);
  }
}

/** A simple query as bytes. */
export function simpleQuery(sql) {
  const text = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(5 + text.length);
  message[0] = code("Q");
  message.writeInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}

/** The name of the statement that a message prepares; undefined if it prepares none. */
export function preparedName(message) {
  if (message[0] !== code("P") || message[5] === 0) return undefined;
  return message.toString("utf8", 5, message.indexOf(0, 5));
}

export const parseComplete = Buffer.from([code("1"), 0, 0, 0, 4]);
export const sync = Buffer.from([code("S"), 0, 0, 0, 4]);

/** The first packet of a client. */
export function startupPacket(parameters) {
  const text = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`);
  const body = Buffer.from(`${text.join("")}\0`);
  const message = Buffer.alloc(8 + body.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(protocol3, 4);
  body.copy(message, 8);
  return message;
}
