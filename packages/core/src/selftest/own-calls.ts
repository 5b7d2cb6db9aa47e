import { setTimeout as sleep } from "node:timers/promises";
import { dispatch } from "../dispatch.js";
import type { Services } from "../services.js";
import type { CalledMemory } from "./world/called-memory.js";

const lookMs = 100;
const patienceMs = 5_000;

/** Calls operations as whoever is named, through all that a call goes through. */
export function ownCalls(services: Services): CalledMemory {
  // Where no worker runs, waiting for one the first time is enough.
  let giveUp = false;
  return {
    services,
    call: async (principal, operation, input) => {
      const credential = { kind: "principal", principal } as const;
      return (await dispatch(services, { operation, input, credential, surface: "sdk" })).output;
    },
    async settle(isThere) {
      const until = performance.now() + patienceMs;
      while (!giveUp && !(await isThere())) {
        if (performance.now() > until) giveUp = true;
        else await sleep(lookMs);
      }
    },
  };
}
