import type { AnyOperation } from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";
import { defaultPolicy, type Policy } from "../policy/index.js";
import type { Rate, RateLimit, Services, Surface } from "../services.js";

/** How a call is counted: by what it does, not by how it is sent. */
export const classOfCall = ({ access, effect }: AnyOperation): "read" | "write" | "admin" =>
  access === "admin" ? "admin" : effect === "write" ? "write" : "read";

/** Calls from elsewhere are limited. A program that runs the memory in its own process would only hold up itself. */
const limited: ReadonlySet<Surface> = new Set(["rest", "mcp"]);

interface Entering {
  operation: AnyOperation;
  who: Principal;
  surface: Surface;
  /** Part of a stream that is open, and counts as a call that runs. */
  ofStream?: boolean;
  onCounted?: (rate: Rate) => void;
}

const callerOf = (who: Principal) => `${who.tenantId}\0${who.keyId ?? `${who.type}:${who.id}`}`;

/** Counts a call by the policy in force, and gives what to do when it has ended. Throws if it is one too many. */
export async function enterCall(
  { tenants, limiter }: Services,
  { operation, who, surface, ofStream, onCounted }: Entering,
): Promise<() => void> {
  if (!limited.has(surface)) return () => undefined;
  const caller = callerOf(who);
  // No policy can keep an admin from replacing it.
  if (operation.withoutPolicy) {
    return limiter.enter(
      caller,
      limitOf(defaultPolicy, "admin", "policy"),
      Number.POSITIVE_INFINITY,
      onCounted,
    );
  }
  const policy = await tenants.policy(who.tenantId).then(
    (inForce) => inForce.policy ?? defaultPolicy,
    // The call itself will say that the database is away.
    () => defaultPolicy,
  );
  const name = classOfCall(operation);
  const atOnce = ofStream ? Number.POSITIVE_INFINITY : policy.limits.concurrency;
  return limiter.enter(caller, limitOf(policy, name, name), atOnce, onCounted);
}

/**
 * Counts a stream as a call that runs until it is closed, and gives what to do then. Of a caller's calls at once half may
 * be streams, so that others are left to it, and never more than `most`. Throws if it is one too many.
 */
export async function enterStream(
  { tenants, limiter }: Services,
  who: Principal,
  most: number,
): Promise<() => void> {
  const { policy = defaultPolicy } = await tenants.policy(who.tenantId);
  const { concurrency } = policy.limits;
  const streams = Math.max(1, Math.min(most, Math.floor(concurrency / 2)));
  return limiter.open(callerOf(who), concurrency, streams);
}

function limitOf(policy: Policy, by: "read" | "write" | "admin", name: string): RateLimit {
  const { requests, per } = policy.limits.rate[by];
  return { name, requests, seconds: per };
}
