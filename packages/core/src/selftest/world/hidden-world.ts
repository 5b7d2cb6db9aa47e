import type { OperationName, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { localPrincipal } from "../../identity/index.js";
import type { CalledMemory } from "./called-memory.js";
import { hideDocument } from "./document-world.js";
import { fillClaims } from "./pce-world.js";
import { storeFor } from "./store-for.js";
import type { TenantWorld } from "./tenant-world.js";

/** The same tenant with things in it that are private to one agent; what cannot be private is as it was. */
export async function hideInTenant(
  memory: CalledMemory,
  world: TenantWorld,
  text: string,
): Promise<TenantWorld> {
  const yak = localPrincipal({ tenantId: world.tenantId, agentId: "yak" });
  const call = <N extends OperationName>(operation: N, input: object) =>
    memory.call(yak, operation, input as never) as Promise<OutputOf<PalimpsestContract[N]>>;
  const place = { subject_type: "user", subject_id: world.subject, project_id: world.project };
  const keep = async (kind: "note" | "decision" | "task") => {
    const input = { text: `${text} ${kind}`, kind, visibility: "private", ...place };
    return (await call("remember", input)).memory_id;
  };
  const [chunk, decision, task] = [await keep("note"), await keep("decision"), await keep("task")];
  const { id: fact } = await call("learnFact", { content: `${text} fact` });
  const edit = async () =>
    (
      await call("applyEdit", {
        target_type: "chunk",
        target_id: chunk,
        op: "attenuate",
        patch: { importance_delta: 0.01 },
        reason: text,
      })
    ).edit_id;
  const edits = [await edit(), await edit(), await edit()];
  const capsule = await call("createCapsule", {
    ...place,
    scope: "user",
    audience_agent_ids: ["yak"],
    items: { chunks: [chunk] },
  });
  const held = { capsule: capsule.capsule_id, capsuleToRevoke: capsule.capsule_id };
  const facts = { fact, factToSupersede: fact, factToDeactivate: fact };
  const { id: episode } = await call("startEpisode", { summary: text });
  const { id: procedure } = await call("storeProcedure", { name: text });
  const experience = { episode, episodeToEnd: episode, procedure };
  const documents = await hideDocument(memory, yak, text);
  const asYak: Parameters<typeof fillClaims>[0] = (_, operation, input) => call(operation, input);
  const claims = await fillClaims(asYak, yak, { name: "yak", text, scope: "session" });
  return {
    ...world,
    ...documents,
    ...claims,
    ...{ chunk, decision, task },
    stored: await storeFor(memory, yak, world.session, text),
    ...facts,
    ...experience,
    edits,
    pendingEdit: edits[0]!,
    approvedEdit: edits[1]!,
    ...held,
  };
}
