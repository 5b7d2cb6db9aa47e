import { z } from "zod";

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
  .refine((value) => {
    const [, hours = "0", minutes = "0"] = /[+-](\d\d):(\d\d)$/.exec(value) ?? [];
    return Number(hours) * 60 + Number(minutes) <= 14 * 60;
  }, "must have an offset of at most 14 hours")
  .describe("ISO 8601 with offset, for instance 2026-03-01T09:30:00Z");

/** A bound as people say it. What it means depends on the caller's clock, so the server reads it. */
export const moment = z.string().min(1).max(100);
export const from = moment.describe("From then on: a date, a time, or words such as last week");
export const to = moment.describe("Before then; of a day or longer, before its end");

export const clock = {
  now: timestamp.optional().describe("What yesterday is counted from; default: the call"),
  time_zone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("Such as Europe/Berlin; default: that of now, else UTC"),
};

export const times = z
  .array(
    z.object({
      said: z.string().describe("The words"),
      as: z
        .string()
        .describe(
          "The field they were given in; of a query: filter, only what happened then; preference, that first",
        ),
      from: z.string().optional().describe("The moment it begins, ISO 8601 in UTC"),
      to: z.string().optional().describe("The first moment after it, ISO 8601 in UTC"),
    }),
  )
  .optional()
  .describe("How times in words were understood");
