import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { countTerms, type Filter, fetchLexicon } from "../substrate/index.js";
import { foldForSearch } from "../text/index.js";
import { pastLexicon } from "./past.js";
import type { Query } from "./query.js";
import { type Respelt, respell, withSpelling } from "./respell.js";

/** A query's words as they are looked up, and what the index has of them, now or at the moment asked for. */
export async function readQuery(tx: Tx, who: Principal, query: Query, filter: Filter) {
  const said = foldForSearch(query.times?.words ?? query.text, { side: "query" });
  const asSaid = await lookUp(tx, who, query, filter, said);
  const respelt: Respelt[] = query.times?.only
    ? []
    : await respell(tx, asSaid.lexicon, (terms) =>
        asSaid.past ? asSaid.past.countTermsThen(terms) : countTerms(tx, who.tenantId, terms, filter),
      );
  if (respelt.length === 0) return { folded: said, respelt, ...asSaid };
  const folded = withSpelling(said, respelt);
  return { folded, respelt, ...(await lookUp(tx, who, query, filter, folded)) };
}

async function lookUp(tx: Tx, who: Principal, query: Query, filter: Filter, folded: string) {
  const { asOf } = filter;
  const past = asOf && (await pastLexicon(tx, who, query, folded, { ...filter, asOf }));
  const lexicon =
    past?.lexicon ?? (await fetchLexicon(tx, who.tenantId, folded, filter, query.vector?.spaceId));
  return { past, lexicon };
}
