import { setTimeout as sleep } from "node:timers/promises";

const pick = (list) => list[Math.floor(Math.random() * list.length)];
/** 4,096 words of four syllables, used as words are: the tenth a tenth as often as the first, and so on. */
const syllables = "ba de fi go ku la me ni".split(" ");
const words = Array.from({ length: 4_096 }, (_, n) =>
  [n >> 9, n >> 6, n >> 3, n].map((digit) => syllables[digit % 8]).join(""),
);
const word = () => words[Math.floor(words.length ** Math.random()) - 1];
const sentence = (length) => Array.from({ length }, word).join(" ");

/** Mixed requests at a steady rate. Remembers every write that was acknowledged, and every answer's time and error. */
export class Load {
  acknowledged = new Map();
  /** When each request was sent that was answered, in seconds since the beginning, and how long that took. */
  answers = [];
  /** When each request was sent that failed, and why. */
  errors = [];
  #n = 0;
  #url;
  #elapsed;

  /** url(): of the server that runs now; elapsed(): seconds since the beginning. */
  constructor(url, elapsed) {
    this.#url = url;
    this.#elapsed = elapsed;
  }

  async one() {
    this.#n += 1;
    const at = this.#n;
    const kind = at % 10;
    if (kind < 3) return this.#remember(at);
    if (kind < 7) return this.#send("recall", "/api/v1/recall", { query: sentence(5), channel: "private" });
    if (kind < 8) {
      const body = {
        session_id: `s${at % 5}`,
        channel: "private",
        query: sentence(5),
        max_tokens: 4_000,
      };
      return this.#send("context", "/api/v1/acb/build", body);
    }
    if (kind < 9) return this.#send("status", "/api/v1/status");
    const [id] = pick([...this.acknowledged]) ?? [];
    if (id === undefined) return undefined;
    return this.#send("history", `/api/v1/memories/${id}/history`);
  }

  async #remember(at) {
    const text = `Note ${at}: ${sentence(15)}.`;
    const made = await this.#send("remember", "/api/v1/memories", { text });
    if (made?.memory_id) this.acknowledged.set(made.memory_id, text);
    return made;
  }

  /** Writes until a write is acknowledged. */
  async writes() {
    for (;;) {
      this.#n += 1;
      if (await this.#remember(this.#n)) return;
      await sleep(200);
    }
  }

  async #send(operation, path, body) {
    const at = this.#elapsed();
    const init = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const since = () => (this.#elapsed() - at) * 1_000;
    try {
      const response = await fetch(`${this.#url()}${path}`, { ...init, signal: AbortSignal.timeout(10_000) });
      const answer = await response.json();
      this.answers.push({ at, ms: since() });
      if (response.ok) return answer;
      this.errors.push({ at, ms: since(), cause: `${operation} ${answer.error?.code ?? response.status}` });
    } catch (error) {
      this.errors.push({ at, ms: since(), cause: `${operation} ${error.cause?.code ?? error.name}` });
    }
    return undefined;
  }

  /** Asks until there is an answer: a server that is just starting, or busy, has lost nothing. */
  async #get(chunk_ids) {
    for (;;) {
      const body = JSON.stringify({ chunk_ids, channel: "private" });
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      const response = await fetch(`${this.#url()}/api/v1/chunks/get`, init).catch(() => undefined);
      if (response?.ok) return response.json();
      await sleep(200);
    }
  }

  /** Acknowledged writes that the server no longer has. */
  async lost() {
    const missing = [];
    const ids = [...this.acknowledged.keys()];
    for (let at = 0; at < ids.length; at += 100) {
      const chunk_ids = ids.slice(at, at + 100);
      const { chunks } = await this.#get(chunk_ids);
      const found = new Map(chunks.map(({ chunk_id, text }) => [chunk_id, text]));
      missing.push(...chunk_ids.filter((id) => found.get(id) !== this.acknowledged.get(id)));
    }
    return missing;
  }
}
