import { expect, test } from "vitest";
import { engines } from "../../packages/core/src/db/testing/index.js";
import { dispatch } from "../../packages/core/src/dispatch.js";
import type { Memory } from "../../packages/core/src/open-memory.js";
import { openTestMemory } from "../../packages/core/src/testing/test-memory.js";
import { inTransaction } from "../../packages/core/src/transaction/index.js";
import { edited, fill, plain } from "./fill.js";
import { measure } from "./measure.js";
import { quick } from "./sizes.js";

test.each(engines)(
  "fills a store and measures it, on $name",
  async (engine) => {
    const opened = await openTestMemory(engine);
    try {
      const { services } = opened;
      const memory: Memory = {
        services,
        dispatch: (call) => dispatch(services, call),
        transaction: (...given) => inTransaction(services, ...given),
        close: opened.close,
      };
      const filled = await fill(memory, quick, () => undefined);
      const counts = await opened.database.ownerQuery(
        `select m.tenant_id, count(*) filter (where m.kind = 'chunk' and m.edit_count > 0)::integer as touched,
         sum(m.edit_count)::integer as edits, count(*) filter (where m.kind = 'capsule')::integer as capsules
       from palimpsest.memory m group by 1 order by 1`,
      );
      expect(counts).toEqual([
        { tenant_id: edited, touched: quick.chunks * 0.3, edits: quick.edits, capsules: quick.capsules },
        { tenant_id: plain, touched: 0, edits: 0, capsules: 0 },
      ]);
      const { figures, searchRatio, bundleTokens } = await measure(memory, filled, quick);
      expect(figures.filter(({ timing }) => !(timing.p95 > 0))).toEqual([]);
      expect(searchRatio.p95).toBeGreaterThan(0);
      expect(bundleTokens.least).toBeGreaterThan(1_000);
    } finally {
      await opened.close();
    }
  },
  120_000,
);
