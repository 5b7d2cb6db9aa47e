import type { Principal } from "../../identity/index.js";
import type { CalledMemory } from "./called-memory.js";
import type { TenantWorld } from "./tenant-world.js";

/** Channels of which none may show what was said in private, or is of a higher class than they are cleared for. */
export const guardedChannels = ["public", "team", "agent"] as const;

/** A word that those channels must not show, and the id of the memory it stands in. */
export interface Guarded {
  word: string;
  id: string;
}

/** Plants what a tenant's own people may not read there: by where it was said, and by its class. */
export async function guardInTenant(
  memory: CalledMemory,
  world: TenantWorld,
  name: string,
): Promise<Guarded[]> {
  const said = async (who: Principal, word: string, more: object) => {
    const event = {
      ...{ session_id: world.session, actor_type: "human", actor_id: "speaker", kind: "message", ...more },
      content: {
        text: `The ${word} heron sleeps`,
        scope: "user",
        subject_type: "user",
        subject_id: world.subject,
      },
    };
    const { chunk_id } = (await memory.call(who, "recordEvent", event as never)) as { chunk_id: string };
    return { word, id: chunk_id };
  };
  return [
    await said(world.ann, `merlin${name}`, { channel: "private" }),
    await said(world.ann, `osprey${name}`, { channel: "public", sensitivity: "high" }),
  ];
}
