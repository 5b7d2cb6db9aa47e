import { randomUUID } from "node:crypto";
import {
  type AnyOperation,
  contract,
  limits,
  type OperationName,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
  takesIdempotencyKey,
} from "@palimpsest/contract";
import { ownTurn } from "./async/index.js";
import { isStoredFirst } from "./audit/index.js";
import { isTenantGone } from "./db/index.js";
import { auditedError, failedUnder } from "./failed-under.js";
import {
  type Answered,
  assertPermitted,
  authenticate,
  type Credential,
  claimKey,
  findReplay,
  type IdempotencyClaim,
  idempotencyClaim,
  type Principal,
  storeAnswers,
} from "./identity/index.js";
import { checkJson } from "./input/check-json.js";
import { dropNulls } from "./input/drop-nulls.js";
import { validationError } from "./input/validation-error.js";
import { Deadline, enterCall, enterStream } from "./limits/index.js";
import { handlers } from "./operations.js";
import { replayedAnswer } from "./replayed-answer.js";
import type { OperationContext, Rate, Services, Surface } from "./services.js";
import { type AroundWrite, CallRecord, operationContext } from "./tenant/index.js";

export interface Call<N extends OperationName = OperationName> {
  operation: N;
  /** The input, or how to read it once it is known who calls. */
  input: unknown | UnreadInput;
  credential: Credential;
  surface: Surface;
  requestId?: string;
  traceId?: string;
  idempotencyKey?: string;
  /** Told where the caller stands with its rate limit, once that is known. */
  onCounted?: (rate: Rate) => void;
  /** Part of a stream that is open: it counts as no further call at once. */
  ofStream?: boolean;
  /** A call that was answered, once more for less of its answer: it is counted and audited already. */
  forLess?: boolean;
}

/** Input that has not been read yet. Reading it may throw. */
export class UnreadInput {
  constructor(readonly read: () => Promise<unknown>) {}
}

export interface Answer<N extends OperationName = OperationName> {
  output: OutputOf<PalimpsestContract[N]>;
  /** True when an earlier call with the same idempotency key gave this answer. */
  replayed: boolean;
}

/** Thrown inside the write transaction when another call with the same key has already been answered. */
class Replay extends Error {
  constructor(readonly answer: Answered) {
    super("replay");
  }
}

/** The one way in: authenticate, authorise, parse, run, check the output, audit. */
export async function dispatch<N extends OperationName>(
  services: Services,
  call: Call<N>,
  again = false,
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
  let context: OperationContext;
  const replay = async (stored: Answered): Promise<Answer<N>> => {
    const answer = await replayedAnswer(context, operation, stored);
    const output = checkOutput(operation, call.operation, answer) as OutputOf<PalimpsestContract[N]>;
    services.audit.add(who, record.entry("replayed"));
    return { output, replayed: true };
  };
  let unread = false;
  let given: unknown;
  let leave = () => {};
  const deadline = new Deadline(operation.timeoutSeconds);
  try {
    if (!again && !call.forLess) leave = await enterCall(services, { ...call, operation, who });
    assertPermitted(who, operation.access);
    unread = call.input instanceof UnreadInput;
    given = call.input instanceof UnreadInput ? await call.input.read() : call.input;
    unread = false;
    assertBytes(operation, call.surface, given);
    const size = checkJson(given);
    if (!operation.largeBody) assertSmall(size);
    const input = dropNulls(operation.input, given);
    const parsed = operation.input.safeParse(input);
    if (!parsed.success) throw validationError(parsed.error, input, operation.invalid);

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
      if (claim) await storeAnswers(tx, who, [{ key: claim.key, answer: output }]);
      deadline.settle();
      answered = { result, output };
      return result;
    };
    const { withoutPolicy } = operation;
    context = await operationContext(services, who, record, { aroundWrite, withoutPolicy });
    if (size.characters < mostDigested) record.asked(context.digestKey, parsed.data as object);
    if (call.idempotencyKey !== undefined && takesIdempotencyKey(operation)) {
      const made = idempotencyClaim(context.digestKey, call.operation, call.idempotencyKey, input);
      if (operation.keyPerItem) context.idempotencyKey = made.key;
      else {
        const earlier = await context.read((tx) => findReplay(tx, who, made));
        if (earlier !== undefined) return await replay(earlier);
        claim = made;
      }
    }
    const run = handlers[call.operation] as (context: OperationContext, input: unknown) => Promise<unknown>;
    if (isLarge(size)) await ownTurn();
    const result = await deadline.within(run(context, parsed.data));
    const output =
      answered?.result === result ? answered?.output : checkOutput(operation, call.operation, result);
    if (!answered && !operation.leavesNoAudit && !call.forLess) {
      const entry = record.entry("allowed");
      const first = record.sawOriginals || isStoredFirst(operation, who, parsed.data);
      if (first) await services.audit.store(who, entry);
      else services.audit.add(who, entry);
    }
    return { output: output as OutputOf<PalimpsestContract[N]>, replayed: false };
  } catch (thrown) {
    if (thrown instanceof Replay) return await replay(thrown.answer);
    // Another process has deleted the tenant, which this one took for known. It begins anew with this call.
    if (isTenantGone(thrown) && !again) {
      services.tenants.forget(who.tenantId);
      return dispatch(services, { ...call, input: given }, true);
    }
    const error = namedFault(operation, thrown);
    // A call may fail before its context is made; its error and its audit entry name the policy all the same.
    record.policyVersion ??= await services.tenants.policy(who.tenantId).then(
      ({ version }) => version,
      () => undefined,
    );
    await recordFailure(services, who, record, error, unread);
    if (record.policyVersion !== undefined) failedUnder(record.policyVersion, error);
    throw error;
  } finally {
    deadline.end();
    leave();
  }
}

/** Has a stream of this caller count as a call until it is closed. Throws if that would be more than `most`, or too many. */
export async function openStream(services: Services, who: Principal, most: number): Promise<() => void> {
  const { version } = await services.tenants.policy(who.tenantId);
  try {
    return await enterStream(services, who, most);
  } catch (error) {
    failedUnder(version, error);
    throw error;
  }
}

/** Over REST the body is measured as it is read. */
function assertBytes({ maxBytes }: AnyOperation, surface: Surface, given: unknown): void {
  if (maxBytes === undefined || surface === "rest") return;
  if (Buffer.byteLength(JSON.stringify(given ?? {})) <= maxBytes) return;
  throw new PalimpsestError(
    "PAYLOAD_TOO_LARGE",
    `The whole input is larger than ${maxBytes} bytes when written as JSON; send less at a time.`,
  );
}

/** What went wrong in an operation that has a code of its own for that. */
function namedFault({ fault }: AnyOperation, error: unknown): unknown {
  if (fault === undefined || (error instanceof PalimpsestError && error.code !== "INTERNAL")) return error;
  return new PalimpsestError(fault, "Something went wrong here; the server's log has it by request_id.", {
    cause: error,
  });
}

function assertSmall({ characters, values }: ReturnType<typeof checkJson>): void {
  if (values <= limits.jsonValues && characters <= limits.bodyBytes) return;
  throw new PalimpsestError(
    "PAYLOAD_TOO_LARGE",
    `The input holds more than ${limits.jsonValues} values or ${limits.bodyBytes} characters; send less at a time.`,
  );
}

/** A digest of more would hold up the event loop for longer than an audit entry may cost. */
const mostDigested = 500_000;

/** Masking and analysing this much holds up the event loop for some milliseconds. */
const isLarge = ({ characters, values }: ReturnType<typeof checkJson>): boolean =>
  characters > 20_000 || values > 500;

const denials: ReadonlySet<string> = new Set(["FORBIDDEN", "NOT_FOUND", "UNKNOWN_CLAIM", "BOUNDARY_DENIED"]);

/** A denial is stored before it is told. If it cannot be, it is kept and stored later: the caller is denied anyway. */
async function recordFailure(
  { audit }: Services,
  who: Principal,
  record: CallRecord,
  error: unknown,
  unread: boolean,
): Promise<void> {
  auditedError(error);
  const code = error instanceof PalimpsestError ? error.code : "INTERNAL";
  if (denials.has(code)) {
    await audit.store(who, record.entry("denied", code)).catch(() => undefined);
  } else if (unread || code === "RATE_LIMIT") audit.sample(who, record.entry("failed", code));
  else audit.add(who, record.entry("failed", code));
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
