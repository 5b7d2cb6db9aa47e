import { type InputOf, kindNames, type OperationName, type PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { filterOf, readUses, type Use, type UsedBy, useOf } from "../substrate/index.js";

type Input = InputOf<PalimpsestContract["listMemorySessions"]>;

/** What the memories name that the caller may read, with how many of them do; nothing is counted but those. */
async function pageOfUses(context: OperationContext, operation: OperationName, by: UsedBy, input: Input) {
  const page = pageOf(context, operation, input);
  const filter = filterOf(
    context.policy,
    kindNames(({ recalled }) => recalled),
    input,
  );
  const { uses, total } = await context.read((tx) => readUses(tx, context.who, filter, by, page));
  const { shown, next } = page.cut(uses, useOf);
  return { shown, mask: filter.mask, rest: { ...(input.total ? { total_count: total } : {}), ...next } };
}

const usedIn = ({ memory_count, last_occurred_at }: Use) => ({ memory_count, last_occurred_at });

export async function listMemorySessions(context: OperationContext, input: Input) {
  const { shown, rest } = await pageOfUses(context, "listMemorySessions", "session", input);
  return { sessions: shown.map((use) => ({ session_id: use.name, ...usedIn(use) })), ...rest };
}

export async function listSubjects(context: OperationContext, input: Input) {
  const { shown, rest } = await pageOfUses(context, "listSubjects", "subject", input);
  const subjects = shown.map((use) => ({ subject_type: use.type, subject_id: use.name, ...usedIn(use) }));
  return { subjects, ...rest };
}

export async function listProjects(context: OperationContext, input: Input) {
  const { shown, rest } = await pageOfUses(context, "listProjects", "project", input);
  return { projects: shown.map((use) => ({ project_id: use.name, ...usedIn(use) })), ...rest };
}

export async function listWriters(context: OperationContext, input: Input) {
  const { shown, rest } = await pageOfUses(context, "listWriters", "writer", input);
  return { writers: shown.map((use) => ({ writer: use.name, ...usedIn(use) })), ...rest };
}

export async function listTags(context: OperationContext, input: Input) {
  const { shown, mask, rest } = await pageOfUses(context, "listTags", "tag", input);
  const masked = ({ name, classes }: Use) =>
    mask === undefined ? name : classes.reduce((tag, boundaryClass) => mask(tag, boundaryClass), name);
  return { tags: shown.map((use) => ({ tag: masked(use), ...usedIn(use) })), ...rest };
}
