import { expect, it } from "vitest";
import { lostDigits } from "./lost-digits.js";

it.each([
  ['{"value":{"tweet_id":1234567890123456789}}', "value.tweet_id"],
  ['{"value":[1,{"a":"9007199254740993"},-9007199254740993]}', "value.2"],
  [`{"a":{"b":[[0],[${"9".repeat(400)}]]}}`, "a.b.1.0"],
  ['{"a":"say \\"1234567890123456789\\"","b":[12345678901234567]}', "b.0"],
])("names the number that would change: %s", (text, path) => {
  expect(lostDigits(text)).toBe(path);
});

it.each([
  ['{"value":9007199254740992}'],
  ['{"value":1234567890123456800}'],
  ['{"value":1000000000000000000000}'],
  ['{"value":0.12345678901234567890}'],
  ['{"value":"1234567890123456789","1234567890123456789":1}'],
  ['{"value":1234567890123456789e2}'],
])("lets pass what stays as it is, or is no whole number: %s", (text) => {
  expect(lostDigits(text)).toBeUndefined();
});
