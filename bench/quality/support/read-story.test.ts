import { expect, test } from "vitest";
import { readStory } from "./read-story.js";

const source = `title: A short one
half: given
speakers: Ada human, Bo agent

2025-03-04 09:12
1 Ada: Is it: open?
2 Bo: Yes.

2025-03-05 10:00
3 Ada: Thanks!

questions
shared 1 2: When is it open?
unsaid: Who opens it?
`;

test("reads turns with their session and time, and questions with their evidence", () => {
  const { half, turns, questions } = readStory("short", source);
  expect(half).toBe("given");
  expect(turns.map((t) => [t.id, t.session, t.speaker, t.role, t.at])).toEqual([
    ["1", "1", "Ada", "human", "2025-03-04T09:12:00.000Z"],
    ["2", "1", "Bo", "agent", "2025-03-04T09:13:00.000Z"],
    ["3", "2", "Ada", "human", "2025-03-05T10:00:00.000Z"],
  ]);
  expect(turns[0]!.text).toBe("Is it: open?");
  expect(turns[0]!.floorText).toBe('(4 March 2025) Ada said, "Is it: open?"');
  expect(questions).toEqual([
    { text: "When is it open?", category: "shared", evidence: ["1", "2"] },
    { text: "Who opens it?", category: "unsaid", evidence: [] },
  ]);
});

test.each([
  ["a turn out of order", "2 Bo", "4 Bo"],
  ["a speaker who was not introduced", "2 Bo", "2 Cy"],
  ["a date that is none", "2025-03-05 10:00", "2025-13-05 10:00"],
  ["a question without evidence that needs some", "shared 1 2", "shared"],
  ["evidence where there can be none", "unsaid", "unsaid 3"],
  ["an unknown kind of question", "unsaid", "unheard"],
  ["an unknown half", "half: given", "half: both"],
  ["a missing list of questions", "questions\n", "\n"],
])("refuses %s", (_, before, after) => {
  expect(() => readStory("short", source.replace(before, after))).toThrow(
    /not a|not turn|lacks|Invalid time/,
  );
});
