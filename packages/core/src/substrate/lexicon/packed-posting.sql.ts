import { exactLen, lenStep } from "./postings.js";

/** A posting `t` as `int8send(position) || int4send(tf << 26 | asked << 24 | len << 15 | run)`. Long lengths are rounded. */
export const packedPosting = `int8send(t.reading_position) || int4send((least(t.tf, 31)::integer << 26) | (t.asked::integer << 24)
  | (case when t.len < ${exactLen} then t.len else least(511, ${exactLen} + (t.len - ${exactLen}) / ${lenStep}) end << 15) | t.run)`;
