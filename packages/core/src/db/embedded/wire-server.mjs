import { createServer } from "node:net";
import { Frames, parseComplete, preparedName, simpleQuery, startupPacket, sync } from "./wire-frames.mjs";

const rollBack = [sync, simpleQuery("rollback")];

/** A refused write says that the disk is full (53100), not that the transaction is read-only (25006). */
function sayFull(answer) {
  const at = answer.indexOf("C25006\0");
  if (at >= 0) answer.write("C53100", at, "latin1");
  return answer;
}

/**
 * Serves PGlite's single backend as a Postgres server on a Unix socket. A client in a transaction has the backend to
 * itself until the transaction ends; the others wait in order of arrival.
 */
export class WireServer {
  #pg;
  #options;
  #server;
  #greeting;
  #queue = [];
  #clients = new Set();
  #holder;
  #idleTimer;
  /** Prepared statements of the backend, by name. */
  #prepared = new Map();
  #pumping = false;

  /**
   * options: idleTimeoutMs, limitFor(applicationName), beforeRun(limit), afterRun(), fault(error), and upkeep(run),
   * which is awaited between transactions and may run SQL, and isFull(), whether writes are refused for lack of space.
   */
  constructor(pg, options) {
    this.#pg = pg;
    this.#options = options;
  }

  /** Accepts connections at the path, and no new ones at the path before. */
  async listen(path) {
    this.#greeting ??= await this.#execute(startupPacket({ user: "postgres", database: "postgres" }));
    this.#server?.close();
    this.#server = createServer((socket) => this.#accept(socket));
    await new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(path, resolve);
    });
  }

  async close() {
    clearTimeout(this.#idleTimer);
    for (const client of this.#clients) client.socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Does what upkeep is due while nobody asks for anything. */
  idle() {
    this.#pump();
  }

  #accept(socket) {
    const client = { socket, frames: new Frames(), limit: this.#options.limitFor("") };
    this.#clients.add(client);
    socket.on("data", (chunk) => this.#receive(client, chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#leave(client));
  }

  #receive(client, chunk) {
    client.frames.push(chunk);
    try {
      for (let batch = client.frames.next(); batch; batch = client.frames.next()) this.#handle(client, batch);
    } catch (error) {
      client.socket.destroy(error);
    }
  }

  #handle(client, batch) {
    if (batch.kind === "messages") {
      this.#queue.push({ client, batch });
      this.#pump();
    } else if (batch.kind === "encryption") {
      client.socket.write("N");
    } else if (batch.kind === "startup") {
      client.limit = this.#options.limitFor(batch.applicationName);
      client.socket.write(this.#greeting);
    } else {
      client.socket.end();
    }
  }

  #leave(client) {
    this.#clients.delete(client);
    this.#queue = this.#queue.filter((waiting) => waiting.client !== client);
    if (this.#holder === client) {
      this.#queue.push({ client, batch: { messages: rollBack, complete: true } });
    }
    this.#pump();
  }

  async #pump() {
    if (this.#pumping) return;
    this.#pumping = true;
    do {
      const turn = this.#take();
      if (turn) await this.#run(turn);
      if (!this.#holder) await this.#options.upkeep((sql) => this.#execute(simpleQuery(sql)));
      await new Promise(setImmediate);
    } while (this.#canTake());
    this.#pumping = false;
  }

  #canTake() {
    return this.#holder ? this.#queue.some((turn) => turn.client === this.#holder) : this.#queue.length > 0;
  }

  #take() {
    const at = this.#holder ? this.#queue.findIndex((turn) => turn.client === this.#holder) : 0;
    return at < 0 ? undefined : this.#queue.splice(at, 1)[0];
  }

  async #run({ client, batch }) {
    clearTimeout(this.#idleTimer);
    this.#options.beforeRun(client.limit);
    let answer;
    try {
      answer = await this.#answer(batch.messages);
    } catch (error) {
      this.#options.fault(error);
      return;
    }
    this.#options.afterRun();
    client.socket.write(this.#options.isFull() ? sayFull(answer) : answer);
    this.#holder = this.#pg.isInTransaction() || !batch.complete ? client : undefined;
    if (this.#holder) {
      this.#idleTimer = setTimeout(() => client.socket.destroy(), this.#options.idleTimeoutMs);
    }
  }

  /** All clients share one backend, so a statement that one of them has prepared is there for the others too. */
  async #answer(messages) {
    const [first, ...rest] = messages;
    const name = preparedName(first);
    if (name !== undefined && this.#prepared.get(name)?.equals(first)) {
      return Buffer.concat([parseComplete, await this.#execute(Buffer.concat(rest))]);
    }
    const answer = await this.#execute(Buffer.concat(messages));
    if (name !== undefined && answer[0] === parseComplete[0]) this.#prepared.set(name, Buffer.from(first));
    return answer;
  }

  async #execute(bytes) {
    const parts = [];
    // The view points into WASM memory, which later data overwrites.
    const onRawData = (view) => parts.push(Buffer.from(view));
    await this.#pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData });
    return Buffer.concat(parts);
  }
}
