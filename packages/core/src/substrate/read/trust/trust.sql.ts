/** Where the reader's id and the trusted writers stand among a statement's values. */
interface Placed {
  reader: string;
  writers: string;
}

/** `trustOf` in SQL: 0 trusted, 1 the reader's own, 2 untrusted. */
const trustRank = (row: string, { reader, writers }: Placed) =>
  `case when ${row}.writer = any (${writers}::text[]) then 0
        when ${row}.origin = 'human' and starts_with(${row}.writer, 'human:') then 0
        when ${row}.origin = 'agent' and ${row}.owner_id = ${reader} then 1 else 2 end`;
export const isTrusted = (row: string, placed: Placed): string => `(${trustRank(row, placed)} < 2)`;
/** Orders `m` by trust, so that many untrusted memories do not crowd out trusted ones. */
export const trustedFirst = (placed: Placed): string => trustRank("m", placed);
