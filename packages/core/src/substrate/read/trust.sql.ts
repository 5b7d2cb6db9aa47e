/** `trustOf` in SQL, the reader being ?1: 0 trusted, 1 the reader's own, 2 untrusted. */
const trustRank = (row: string) =>
  `case when ${row}.origin = 'human' then 0 when ${row}.origin = 'agent' and ${row}.owner_id = ?1 then 1 else 2 end`;
export const isTrusted = (row: string): string => `(${trustRank(row)} < 2)`;
/** Orders `m` by trust, so that many untrusted memories do not crowd out trusted ones. */
export const trustedFirst = trustRank("m");
