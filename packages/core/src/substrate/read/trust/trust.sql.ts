/** Where the reader's id and the trusted writers stand among a statement's values. */
interface Placed {
  reader: string;
  writers: string;
}

/** The trust in a memory's writer alone, which no edit changes: 0 trusted, 1 the reader's own, 2 untrusted. */
const writerRank = (row: string, { reader, writers }: Placed) =>
  `case when ${row}.writer = any (${writers}::text[]) then 0
        when ${row}.origin = 'human' and starts_with(${row}.writer, 'human:') then 0
        when ${row}.origin = 'agent' and ${row}.owner_id = ${reader} then 1 else 2 end`;

/** `trustOf` in SQL. */
const trustRank = (row: string, placed: Placed) =>
  `case when ${row}.edited_by = '{}' then ${writerRank(row, placed)}
        else greatest(${writerRank(row, placed)}, (
          select max(case when e.by = any (${placed.writers}::text[]) or starts_with(e.by, 'human:') then 0
                          when substr(e.by, strpos(e.by, ':') + 1) = ${placed.reader} then 1 else 2 end)
          from unnest(${row}.edited_by) as e(by))) end`;

export const isWriterTrusted = (row: string, placed: Placed): string => `(${writerRank(row, placed)} < 2)`;
export const isTrusted = (row: string, placed: Placed): string => `(${trustRank(row, placed)} < 2)`;
/** Orders `m` by trust, so that many untrusted memories do not crowd out trusted ones. */
export const trustedFirst = (placed: Placed): string => trustRank("m", placed);

/**
 * Orders `m` so that what a writer has beyond so many comes after all else: it would not be shown, and must not crowd
 * out what others wrote. There is no such limit for people, the reader and trusted writers.
 */
export const overLimitLast = ({ reader, writers }: Placed, items: string, order: string): string =>
  `(not starts_with(m.writer, 'human:') and m.owner_id <> ${reader} and not (m.writer = any (${writers}::text[]))
    and row_number() over (partition by m.writer order by ${order}) > ${items}::integer)`;
