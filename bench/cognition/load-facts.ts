import { localPrincipal, type Memory } from "@palimpsest/core";
import { coreParts } from "../governance/core.js";

const batch = 500;

/** Writes facts of one agent with the product's own functions, many to a transaction. */
export const loadFacts = async (memory: Memory, agentId: string, texts: readonly string[]): Promise<void> => {
  const core = await coreParts();
  const { services } = memory;
  const who = localPrincipal({ agentId });
  const call = {
    operation: "learnFact",
    surface: "sdk",
    requestId: "load",
    traceId: "load",
    actor: who,
  } as const;
  const context = await core.operationContext(services, who, new core.CallRecord(call));
  const place = { origin: "agent", scope: "user", channel: "private", visibility: "private" } as const;
  for (let at = 0; at < texts.length; at += batch) {
    const drafts = texts
      .slice(at, at + batch)
      .map((text) =>
        core.checkDraft(context, { kind: "fact", text, attributes: { confidence: 1 }, ...place }),
      );
    const prepared = await core.prepareMemories(context, drafts);
    await services.db.transaction(who, (tx) => core.insertMemories(tx, who, prepared));
  }
};
