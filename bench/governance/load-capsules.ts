import { authenticate, localPrincipal, type Services } from "@palimpsest/core";
import type { Random } from "../lib/random.js";
import { type CoreParts, coreParts } from "./core.js";
import { fillContext } from "./fill-context.js";

const perTransaction = 200;
const authors = 20;
const readers = 100;
const itemsEach = 5;

/** An agent to whom every capsule is handed. */
export const lead = "lead";
export const readerName = (n: number): string => `reader-${n % readers}`;
export const authorName = (n: number): string => `agent-${n % authors}`;

export interface CapsuleLoad {
  readonly tenantId: string;
  readonly count: number;
  readonly items: readonly string[];
  readonly random: Random;
  /** When they end. A capsule can be made to be over already, which no caller can ask for. */
  readonly expiresAt: Date;
}

export const capsuleInput = (n: number, items: readonly string[], random: Random) => ({
  subject_type: "customer",
  subject_id: `customer-${n % 500}`,
  scope: "project" as const,
  audience_agent_ids: [readerName(n), lead],
  items: { chunks: [...new Set(Array.from({ length: itemsEach }, () => random.pick(items)))] },
  risks: ["the figures are from last year"],
});

interface Made {
  readonly input: ReturnType<typeof capsuleInput>;
  readonly memory: Parameters<CoreParts["insertMemory"]>[2];
}

/** Capsules of many authors, each handed to one of a hundred readers and to the lead, by the product's own steps. */
export const loadCapsules = async (services: Services, load: CapsuleLoad): Promise<void> => {
  const core = await coreParts();
  for (let at = 0; at < load.count; at += perTransaction) {
    const who = localPrincipal({ tenantId: load.tenantId, agentId: authorName(at / perTransaction) });
    await authenticate(services, { kind: "principal", principal: who });
    const context = await fillContext(services, who);
    const made: Made[] = [];
    for (let n = at; n < Math.min(load.count, at + perTransaction); n++) {
      const input = capsuleInput(n, load.items, load.random);
      const memory = await core.prepareCapsule(context, {
        scope: input.scope,
        subjectType: input.subject_type,
        subjectId: input.subject_id,
        projectId: undefined,
        audience: input.audience_agent_ids,
        risks: input.risks,
      });
      made.push({ input, memory: { ...memory, expiresAt: load.expiresAt } });
    }
    await services.db.transaction(who, async (tx) => {
      for (const { input, memory } of made) {
        await core.insertMemory(tx, who, memory);
        await core.insertCapsule(tx, who, {
          id: memory.id,
          ttlDays: 7,
          forward: false,
          forwardedFrom: null,
          hops: 0,
          expiresAt: load.expiresAt,
          subjectType: input.subject_type,
          subjectId: input.subject_id,
          audience: input.audience_agent_ids,
          items: input.items.chunks.map((id) => ({ type: "memory" as const, id })),
        });
      }
    });
  }
};
