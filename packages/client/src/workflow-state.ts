import type { PalimpsestContract, RawInputOf } from "@palimpsest/contract";
import { PalimpsestClientError } from "./client-error.js";
import type { Operations } from "./operations.js";

export type Json = RawInputOf<PalimpsestContract["setPlanState"]>["value"];

const actions = "_action_history";

/** The working state of one plan. Each change is one step on the server: agents that work at once lose nothing. */
export class WorkflowState {
  readonly #memory: Operations;
  readonly #planId: string;

  constructor(memory: Operations, planId: string) {
    if (planId === "") throw new TypeError("planId must name a plan");
    this.#memory = memory;
    this.#planId = planId;
  }

  async set(key: string, value: Json): Promise<void> {
    await this.#memory.setPlanState({ ...this.#named(key), value });
  }

  /** What the key holds, null too; the fallback only if there is no such key. */
  async get<T = Json>(key: string, fallback?: T): Promise<T | undefined> {
    const entry = await this.#find(key);
    return entry === undefined ? fallback : (entry.value as T);
  }

  async has(key: string): Promise<boolean> {
    return (await this.#find(key)) !== undefined;
  }

  /** Whether there was such a key. */
  async delete(key: string): Promise<boolean> {
    return (await this.#memory.deletePlanState(this.#named(key))).deleted;
  }

  /** Deletes every key of the plan and gives their number. */
  async cleanup(): Promise<number> {
    return (await this.#memory.clearPlanState({ plan_id: this.#planId })).count;
  }

  async recordAction(event: string): Promise<void> {
    await this.append(actions, event);
  }

  async actionHistory(): Promise<string[]> {
    return (await this.get<string[]>(actions)) ?? [];
  }

  /** The number after it. A key that is not there counts from 0. */
  async increment(key: string, delta = 1): Promise<number> {
    return (await this.#update(key, { op: "increment", delta })) as number;
  }

  /** The length of the list after it. */
  async append(key: string, value: Json): Promise<number> {
    return ((await this.#update(key, { op: "append", value })) as Json[]).length;
  }

  /** The length of the list after it. */
  async extend(key: string, values: Json[]): Promise<number> {
    return ((await this.#update(key, { op: "extend", values })) as Json[]).length;
  }

  /** The object after it. */
  async updateDict(key: string, updates: { [field: string]: Json }): Promise<{ [field: string]: Json }> {
    return (await this.#update(key, { op: "update_dict", updates })) as { [field: string]: Json };
  }

  #named(key: string) {
    return { plan_id: this.#planId, key };
  }

  async #find(key: string) {
    try {
      return await this.#memory.getPlanState(this.#named(key));
    } catch (error) {
      if (error instanceof PalimpsestClientError && error.code === "NOT_FOUND") return undefined;
      throw error;
    }
  }

  async #update(
    key: string,
    change: Omit<RawInputOf<PalimpsestContract["updatePlanState"]>, "plan_id" | "key">,
  ): Promise<Json> {
    return (await this.#memory.updatePlanState({ ...this.#named(key), ...change })).value;
  }
}
