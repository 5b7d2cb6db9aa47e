import { createHmac, randomUUID } from "node:crypto";
import {
  type AnyOperation,
  contract,
  type OperationName,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { insertAudit } from "./audit/index.js";
import type { Tx } from "./db/index.js";
import {
  authenticate,
  type Credential,
  claimKey,
  digestKey,
  findReplay,
  type IdempotencyClaim,
  storeAnswer,
} from "./identity/index.js";
import { checkJson } from "./input/check-json.js";
import { validationError } from "./input/validation-error.js";
import { handlers } from "./operations.js";
import type { OperationContext, Services, Surface } from "./services.js";

export interface Call<N extends OperationName = OperationName> {
  operation: N;
  input: unknown;
  credential: Credential;
  surface: Surface;
  requestId?: string;
  traceId?: string;
  idempotencyKey?: string;
}

export interface Answer<N extends OperationName = OperationName> {
  output: OutputOf<PalimpsestContract[N]>;
  /** True when an earlier call with the same idempotency key gave this answer. */
  replayed: boolean;
}

/** Thrown inside the write transaction when another call with the same key has already been answered. */
class Replay extends Error {
  constructor(readonly answer: unknown) {
    super("replay");
  }
}

/** The one way in: authenticate, authorise, parse, run, check the output, audit. */
export async function dispatch<N extends OperationName>(
  services: Services,
  call: Call<N>,
): Promise<Answer<N>> {
  const operation: AnyOperation = contract[call.operation];
  const who = await authenticate(services, call.credential);
  const requestId = call.requestId ?? `req_${randomUUID()}`;
  const ids = new Set<string>();
  const entry = (decision: "allowed" | "denied" | "failed", code?: string) => ({
    requestId,
    traceId: call.traceId ?? requestId,
    actorType: who.type,
    actorId: who.id,
    operation: call.operation,
    surface: call.surface,
    decision,
    code,
    ids: [...ids],
  });
  // The database keeps JSON with its keys in another order; the schema gives back the first answer's.
  const replay = (stored: unknown): Answer<N> => ({
    output: checkOutput(operation, call.operation, stored) as OutputOf<PalimpsestContract[N]>,
    replayed: true,
  });
  try {
    if (!who.permissions.has(operation.access)) {
      throw new PalimpsestError(
        "FORBIDDEN",
        `This needs the permission ${operation.access}; role ${who.role} does not have it.`,
      );
    }
    checkJson(call.input);
    const parsed = operation.input.safeParse(call.input);
    if (!parsed.success) throw validationError(parsed.error, call.input);

    const key = operation.effect === "write" && !operation.secretAnswer ? call.idempotencyKey : undefined;
    const claim =
      key === undefined
        ? undefined
        : idempotencyClaim(digestKey(services.db, who.tenantId), call.operation, key, call.input);
    if (claim) {
      const earlier = await services.db.transaction(who, (tx) => findReplay(tx, who, claim), {
        readOnly: true,
      });
      if (earlier !== undefined) return replay(earlier);
    }

    let answered: { result: unknown; output: unknown } | undefined;
    const context: OperationContext = {
      services,
      who,
      requestId,
      surface: call.surface,
      read: (work) => services.db.transaction(who, work, { readOnly: true, snapshot: true }),
      write: (work) => {
        if (operation.effect === "read") throw new Error(`${call.operation} is declared a read and writes.`);
        return services.db.transaction(who, async (tx: Tx) => {
          if (claim) {
            const earlier = await claimKey(tx, who, claim);
            if (earlier !== undefined) throw new Replay(earlier);
          }
          const result = await work(tx);
          const output = checkOutput(operation, call.operation, result);
          if (claim) await storeAnswer(tx, who, claim, output);
          await insertAudit(tx, who, [entry("allowed")]);
          answered = { result, output };
          return result;
        });
      },
      touched: (touched) => {
        for (const id of touched) ids.add(id);
      },
    };
    const run = handlers[call.operation] as (context: OperationContext, input: unknown) => Promise<unknown>;
    const result = await run(context, parsed.data);
    const output =
      answered?.result === result ? answered?.output : checkOutput(operation, call.operation, result);
    if (!answered) services.audit.add(who, entry("allowed"));
    return { output: output as OutputOf<PalimpsestContract[N]>, replayed: false };
  } catch (error) {
    if (error instanceof Replay) return replay(error.answer);
    const code = error instanceof PalimpsestError ? error.code : "INTERNAL";
    services.audit.add(who, entry(code === "FORBIDDEN" || code === "NOT_FOUND" ? "denied" : "failed", code));
    throw error;
  }
}

function checkOutput(operation: AnyOperation, name: string, result: unknown): unknown {
  const checked = operation.output.safeParse(result);
  if (!checked.success) {
    throw new PalimpsestError("INTERNAL", `The answer of ${name} broke its own contract.`, {
      cause: checked.error,
    });
  }
  return checked.data;
}

function idempotencyClaim(secret: Buffer, operation: string, key: string, input: unknown): IdempotencyClaim {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "Idempotency-Key must be 1 to 255 printable ASCII characters.",
    );
  }
  const digest = createHmac("sha256", secret).update(canonical(input)).digest("hex");
  return { key, operation, digest };
}

/** JSON with sorted keys, so that the order of a body's fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
