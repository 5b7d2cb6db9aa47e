import { z } from "zod";

// A message of a format or a rule is read after the field's name: "importance must be …".

/** Ids that people and other systems choose. One plain alphabet, so that look-alikes cannot be smuggled in. */
export const name = z
  .string()
  .regex(/^[A-Za-z0-9_.:@-]{1,128}$/, "must be 1 to 128 of the characters A-Z a-z 0-9 _ . : @ -");

const idOf = (prefixes: string[]) =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9_.:-]{1,128}$/,
      "must be an id as it was returned: 1 to 128 of the characters A-Z a-z 0-9 _ . : -",
    )
    .describe(`Id, as returned (${prefixes.map((p) => `${p}_…`).join(", ")})`);

export const memoryId = idOf(["chk", "dec", "tsk", "rul", "cap"]);
export const chunkId = idOf(["chk"]);
export const eventId = idOf(["evt"]);
export const editId = idOf(["edt"]);
export const capsuleId = idOf(["cap"]);
export const acbId = idOf(["acb"]);
export const keyId = idOf(["key"]);
export const artifactId = idOf(["art"]);

export const scope = z.enum(["session", "user", "project", "policy", "global"]);
export const channel = z.enum(["private", "public", "team", "agent"]);
export const sensitivity = z.enum(["none", "low", "high", "secret"]);
export const visibility = z.enum(["private", "team", "tenant", "custom"]);
export const actorType = z.enum(["human", "agent", "tool"]);
export const eventKind = z.enum([
  "message",
  "tool_call",
  "tool_result",
  "decision",
  "task_update",
  "artifact",
]);
export const memoryKind = z.enum(["chunk", "decision", "task", "rule", "capsule"]);

export const limits = { textChars: 100_000, queryChars: 10_000, reasonChars: 2_000, ids: 100 } as const;

export const text = z.string().min(1).max(limits.textChars);
export const line = z.string().min(1).max(4_000);
export const lines = z.array(line).max(100);
export const reason = z
  .string()
  .max(limits.reasonChars)
  .refine((value) => value.trim().length > 0, "must say why, in a few words");
export const tag = z.string().min(1).max(128);
export const tags = z.array(tag).max(64);
export const refs = z.array(z.string().min(1).max(512)).max(256);

/** A single-precision column cannot hold every small number, and minus zero is none. */
const storable = (value: number) => (value === 0 ? !Object.is(value, -0) : Math.abs(value) >= 1e-9);
export const fraction = (least: number) =>
  z.number().min(least).max(1).refine(storable, "must be 0, or no nearer to it than 1e-9");
export const importance = fraction(0);

export const count = z.int().min(0);

/** ISO 8601 with an offset, years 1900 to 2200: what a timestamp column and every client can hold. */
export const timestamp = z.iso
  .datetime({
    offset: true,
    error: "must be an ISO 8601 date and time with an offset, such as 2026-03-01T00:00:00Z",
  })
  .refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return year >= 1900 && year <= 2200;
  }, "must be between the years 1900 and 2200")
  .describe("ISO 8601 with offset, for instance 2026-03-01T09:30:00Z");

export const asOf = timestamp.describe(
  "Answer as this caller would have been answered at that moment, under the edits then in force",
);

export const limit = (most: number, usual: number) => z.int().min(1).max(most).default(usual);

/** What any JSON value may be; depth and size are capped before it gets here. */
export const json = z.json();
