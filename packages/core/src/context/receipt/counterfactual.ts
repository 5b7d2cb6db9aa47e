import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { simulateEdit } from "../../governance/index.js";
import { pageOf } from "../../paging/page.js";
import { latestReceipts } from "../../receipts/index.js";
import type { OperationContext } from "../../services.js";
import { type Assembled, assemble, type Material } from "../assemble.js";
import { queryOf } from "../build-acb.js";
import { findMoment, type Moment } from "../gather/moment.sql.js";
import { omissionWords } from "./diff-summary.js";
import { collectAgain } from "./rebuild.js";
import { compareViews, viewOf } from "./view.js";

/** What a context is made from as things stand, and the moment at which it was read. */
interface Now {
  moment: Moment;
  found: Material;
}

/** The last contexts, built as they are now and as they would be with a pending edit applied. */
export async function counterfactual(
  context: OperationContext,
  input: InputOf<PalimpsestContract["counterfactual"]>,
) {
  const { who } = context;
  const { edit_id } = input;
  const page = pageOf(context, "counterfactual", input);
  const { shown: receipts, next } = page.cut(
    await context.read((tx) => latestReceipts(tx, who, page)),
    ({ position, acb_id }) => [position, acb_id],
  );
  const queries = await Promise.all(receipts.map(({ inputs }) => queryOf(context, inputs)));

  const contexts = await simulateEdit(
    context,
    edit_id,
    receipts.map((receipt, at) => ({
      now: async (tx): Promise<Now> => {
        const moment = await findMoment(tx);
        return { moment, found: await collectAgain(tx, context, receipt, queries[at], moment) };
      },
      supposed: (tx, { moment }: Now, { retracted, quarantined }) => {
        const leftOut = receipt.inputs.include_quarantined ? retracted : [...retracted, ...quarantined];
        return collectAgain(tx, context, receipt, queries[at], moment, leftOut);
      },
      result: ({ found: now }: Now, supposed: Material, { memory_id: id, op }) => ({
        acb_id: receipt.acb_id,
        session_id: receipt.session_id,
        created_at: receipt.created_at.toISOString(),
        ...difference(assemble(now), assemble(supposed), { id, op }),
      }),
    })),
  );

  context.touched([edit_id, ...receipts.map(({ acb_id }) => acb_id)]);
  const changed = contexts.filter((c) => c.entered.length + c.left.length + c.changed.length > 0).length;
  return { edit_id, replayed: contexts.length, changed, contexts, ...next };
}

const gone: Record<string, string> = {
  retract: "retracted by this edit",
  quarantine: "quarantined by this edit",
  block: "blocked by this edit",
  amend: "outranked by others once amended",
  attenuate: "outranked by others once attenuated",
};

function difference(before: Assembled, after: Assembled, edit: { id: string; op: string }) {
  const [was, is] = [viewOf(before), viewOf(after)];
  const { left, entered, stayed } = compareViews(was, is);
  const [old, fresh] = [textsOf(before), textsOf(after)];
  return {
    entered: entered.map((memory_id) => ({
      memory_id,
      why: memory_id === edit.id ? `let in by this ${edit.op}` : "takes the room that becomes free",
    })),
    left: left.map((memory_id) => {
      const omitted = is.omitted.get(memory_id);
      const why = memory_id === edit.id ? gone[edit.op] : undefined;
      return {
        memory_id,
        why: why ?? (omitted ? omissionWords[omitted] : "affected by this edit's cascade"),
      };
    }),
    changed: stayed.filter((id) => old.get(id) !== fresh.get(id)),
  };
}

const textsOf = ({ packed }: Assembled): Map<string | undefined, string> =>
  new Map([...packed.shown.values()].flatMap((there) => there.map(({ id, text }) => [id, text] as const)));
