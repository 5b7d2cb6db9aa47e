import { ann, annOfB, bob, cat, nobody, reviewer, type Viewer } from "./viewers.js";

interface Surface {
  label: string;
  sql: string;
  expect: string;
}

const count = (call: string, expect: number): Surface => ({
  label: call,
  sql: `select count(*) from palimpsest.${call}`,
  expect: String(expect),
});
const value = (call: string, expect: string): Surface => ({
  label: call,
  sql: `select palimpsest.${call}::text`,
  expect,
});

/** Retracted memories with the words of one text. */
const stones = "tombstones(array['m'], array['w'], array['h'], array['user'], array['jack'], array[false])";

/** The definer's functions and the views, called with what is not the caller's to see. */
export const surfaces: { by: Viewer; probes: Surface[] }[] = [
  {
    by: cat,
    probes: [
      count("states(array['open', 'private', 'team', 'custom'])", 1),
      count("original('open')", 0),
      count("lock_memories(array['open', 'private', 'team', 'custom'])", 1),
      value("set_status('private', 'x')", "false"),
      count("capsules_holding('open')", 0),
      count("effective_chunks", 4),
      count("events_after(null, null, 9)", 1),
      count("search_chunks('B', 'open')", 0),
      count("get_timeline('B', 'open')", 0),
      count("get_timeline('A', 'private')", 0),
      count("get_available_capsules('A', 'bob')", 0),
      value("fold('open', null, null, null)", "42501"),
    ],
  },
  {
    by: bob,
    probes: [count("get_available_capsules('A', 'bob')", 2), count("get_available_capsules('B', 'bob')", 0)],
  },
  {
    by: reviewer,
    probes: [
      count("original('open')", 1),
      count("original('private')", 0),
      count("states(array['open', 'private'])", 1),
      count("lock_memories(array['open', 'private'])", 2),
      value("memory_reachable('private')", "true"),
    ],
  },
  { by: bob, probes: [value("memory_reachable('private')", "false")] },
  {
    by: ann,
    probes: [
      count("states(array['open', 'private'])", 2),
      count("original('open')", 0),
      count("events_after(null, null, 9)", 2),
    ],
  },
  {
    by: annOfB,
    probes: [count(stones, 2), count("effective_chunks", 8)],
  },
  {
    by: nobody,
    probes: [
      count("states(array['open'])", 0),
      count(stones, 0),
      count("effective_chunks", 0),
      count("search_chunks('A', 'open')", 0),
      count("lock_memories(array['open'])", 0),
      count("events_after(null, null, 9)", 0),
      value("set_status('open', 'x')", "false"),
    ],
  },
];
