import { contract, type OperationName, PalimpsestError } from "@palimpsest/contract";
import { type Call, type Memory, UnreadInput } from "@palimpsest/core";
import { type Config, loadConfig } from "../../config/load-config.js";
import { Metrics } from "../../metrics/index.js";
import { createLog } from "../../observe/index.js";
import { answers } from "../../openapi/answers.generated.js";
import { type AppOptions, createApp } from "../app.js";
import type { App } from "../app-env.js";

export interface StubMemory extends Memory {
  calls: Call[];
  /** Thrown by the next calls instead of an answer. */
  failure?: unknown;
}

/** Stands in for the memory behind the surfaces: parses by the contract, remembers its calls, answers by example. */
export function stubMemory(auth: Config["auth"] = "none"): StubMemory {
  const stub = {
    calls: [] as Call[],
    failure: undefined as unknown,
    services: {
      db: { engine: "embedded", status: () => ({ engine: "embedded" }) },
      embedder: { id: "builtin-ngram-1@256" },
      audit: { unsealable: () => [] },
      settings: { auth },
    },
    dispatch: async ({ input: unread, ...rest }: Call<OperationName>) => {
      if (rest.credential.kind === "none") throw new PalimpsestError("UNAUTHENTICATED", "Who are you?");
      const call = { ...rest, input: unread instanceof UnreadInput ? await unread.read() : unread };
      stub.calls.push(call);
      const parsed = contract[call.operation].input.safeParse(call.input);
      if (!parsed.success) {
        const details = parsed.error.issues.map((issue) => ({
          path: issue.path.join("."),
          message: issue.message,
        }));
        throw new PalimpsestError("VALIDATION_ERROR", "not valid", { details });
      }
      if (stub.failure !== undefined) throw stub.failure;
      return { output: answers[call.operation], replayed: call.idempotencyKey === "again" };
    },
    close: async () => undefined,
  };
  return stub as unknown as StubMemory;
}

export interface StubApp {
  app: App;
  memory: StubMemory;
  config: Config;
  /** Every line logged. */
  logged: string[];
}

export function stubApp(env: Record<string, string> = {}, options: Partial<AppOptions> = {}): StubApp {
  const logged: string[] = [];
  const log = createLog("trace", { write: (line: string) => void logged.push(line) });
  const config = loadConfig({ PALIMPSEST_DATA_DIR: "/nowhere", ...env });
  const memory = stubMemory(config.auth);
  const app = createApp({ memory, config, log, metrics: new Metrics(), ...options });
  return { app, memory, config, logged };
}

export type Body = NonNullable<RequestInit["body"]>;

/** A request with a JSON body, in whatever bytes are given. */
export const post = (
  body: Body | Record<string, unknown>,
  headers: Record<string, string> = {},
): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: isPlain(body) ? JSON.stringify(body) : body,
});

const isPlain = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
