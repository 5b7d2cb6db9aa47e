import { randomUUID } from "node:crypto";
import {
  type AnyOperation,
  contract,
  type OperationName,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
  takesIdempotencyKey,
} from "@palimpsest/contract";
import { failedUnder } from "./failed-under.js";
import {
  assertPermitted,
  authenticate,
  type Credential,
  claimKey,
  findReplay,
  type IdempotencyClaim,
  idempotencyClaim,
  storeAnswer,
} from "./identity/index.js";
import { checkJson } from "./input/check-json.js";
import { dropNulls } from "./input/drop-nulls.js";
import { validationError } from "./input/validation-error.js";
import { handlers } from "./operations.js";
import type { OperationContext, Services, Surface } from "./services.js";
import { type AroundWrite, CallRecord, operationContext } from "./tenant/index.js";

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
  const record = new CallRecord({
    operation: call.operation,
    surface: call.surface,
    requestId,
    traceId: call.traceId ?? requestId,
    actor: who.actedBy ?? who,
    ...(who.actedBy && { onBehalfOf: `${who.type}:${who.id}` }),
  });
  // The database keeps JSON with its keys in another order; the schema gives back the first answer's.
  const replay = (stored: unknown): Answer<N> => ({
    output: checkOutput(operation, call.operation, stored) as OutputOf<PalimpsestContract[N]>,
    replayed: true,
  });
  try {
    assertPermitted(who, operation.access);
    checkJson(call.input);
    const input = dropNulls(operation.input, call.input);
    const parsed = operation.input.safeParse(input);
    if (!parsed.success) throw validationError(parsed.error, input);

    let claim: IdempotencyClaim | undefined;
    let answered: { result: unknown; output: unknown } | undefined;
    const aroundWrite: AroundWrite = async (tx, work) => {
      if (operation.effect === "read") throw new Error(`${call.operation} is declared a read and writes.`);
      if (claim) {
        const earlier = await claimKey(tx, who, claim);
        if (earlier !== undefined) throw new Replay(earlier);
      }
      const result = await work();
      const output = checkOutput(operation, call.operation, result);
      if (claim) await storeAnswer(tx, who, claim, output);
      answered = { result, output };
      return result;
    };
    const { withoutPolicy } = operation;
    const context = await operationContext(services, who, record, { aroundWrite, withoutPolicy });
    if (call.idempotencyKey !== undefined && takesIdempotencyKey(operation)) {
      const made = idempotencyClaim(context.digestKey, call.operation, call.idempotencyKey, input);
      const earlier = await context.read((tx) => findReplay(tx, who, made));
      if (earlier !== undefined) return replay(earlier);
      claim = made;
    }
    const run = handlers[call.operation] as (context: OperationContext, input: unknown) => Promise<unknown>;
    const result = await run(context, parsed.data);
    const output =
      answered?.result === result ? answered?.output : checkOutput(operation, call.operation, result);
    if (!answered) services.audit.add(who, record.entry("allowed"));
    if (!answered && record.sawOriginals) await services.audit.flush();
    return { output: output as OutputOf<PalimpsestContract[N]>, replayed: false };
  } catch (error) {
    if (error instanceof Replay) return replay(error.answer);
    const code = error instanceof PalimpsestError ? error.code : "INTERNAL";
    const decision = code === "FORBIDDEN" || code === "NOT_FOUND" ? "denied" : "failed";
    // A call may fail before its context is made; its error and its audit entry name the policy all the same.
    record.policyVersion ??= await services.tenants.policy(who.tenantId).then(
      ({ version }) => version,
      () => undefined,
    );
    services.audit.add(who, record.entry(decision, code));
    if (record.policyVersion !== undefined) failedUnder(record.policyVersion, error);
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
