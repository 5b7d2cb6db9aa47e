import { type InputOf, notFound, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { refuseRetractedTexts } from "../substrate/index.js";
import { forgetSession } from "./forget-answers.js";
import { assertMayWrite, assertObjectsFit, masked, mayRead, stateDigests } from "./objects.js";
import {
  changeSession,
  findSession,
  insertSession,
  readSessions,
  removeSession,
  type SessionRow,
} from "./sessions.sql.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

const noSuchSession = () => notFound("session");

/** An agent acts under its own name alone. */
function assertOwnAgent({ who }: OperationContext, agentId: string | undefined): void {
  if (who.type !== "agent" || agentId === undefined || agentId === who.id) return;
  throw new PalimpsestError("FORBIDDEN", "agent_id names another agent; leave it out or name yourself.");
}

function written(context: OperationContext, session: SessionRow): SessionRow {
  assertObjectsFit({ metadata: session.metadata });
  assertMayWrite(context, "session", session);
  context.touched([session.session_id]);
  return session;
}

export async function createSession(context: OperationContext, input: Input<"createSession">) {
  assertOwnAgent(context, input.agent_id);
  const kept = masked(context, "session", input);
  const texts = stateDigests(context, "session", kept);
  return context.write(async (tx) => {
    await refuseRetractedTexts(tx, texts);
    const session = await insertSession(tx, context.who, kept);
    if (session) return written(context, session);
    throw new PalimpsestError("CONFLICT", "You have a session of that name; choose another, or update it.");
  });
}

export async function updateSession(context: OperationContext, input: Input<"updateSession">) {
  assertOwnAgent(context, input.agent_id);
  const kept = masked(context, "session", input);
  const texts = stateDigests(context, "session", kept);
  return context.write(async (tx) => {
    await refuseRetractedTexts(tx, texts);
    const session = await changeSession(tx, context.who, kept);
    if (session === undefined) throw noSuchSession();
    const changed = written(context, session);
    if (!mayRead(context, "session", changed)) throw noSuchSession();
    return changed;
  });
}

export async function getSession(context: OperationContext, { session_id }: Input<"getSession">) {
  const session = await context.read((tx) => findSession(tx, context.who, session_id));
  if (session === undefined || !mayRead(context, "session", session)) throw noSuchSession();
  context.touched([session_id]);
  return session;
}

export async function listSessions(context: OperationContext, input: Input<"listSessions">) {
  assertOwnAgent(context, input.agent_id);
  const page = pageOf(context, "listSessions", input);
  const { found, total } = await context.read((tx) => readSessions(tx, context.who, input.agent_id, page));
  const { shown, next } = page.cut(found, ({ last_interaction, session_id }) => [
    last_interaction,
    session_id,
  ]);
  const sessions = shown.filter((session) => mayRead(context, "session", session));
  context.touched(sessions.map(({ session_id }) => session_id));
  return { sessions, total_count: total, next_cursor: next.next_cursor ?? null };
}

export async function deleteSession(context: OperationContext, { session_id }: Input<"deleteSession">) {
  return context.write(async (tx) => {
    if (!(await removeSession(tx, context.who, session_id))) throw noSuchSession();
    await forgetSession(tx, context.who, session_id);
    context.touched([session_id]);
    return { session_id, deleted: true as const };
  });
}
