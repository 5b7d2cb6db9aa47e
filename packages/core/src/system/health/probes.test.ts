import { PalimpsestError } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { unlessBusy } from "./probes.js";

const answered = (answeredMsAgo?: number) => ({
  status: () => ({ engine: "embedded" as const, answeredMsAgo }),
});
const hangs = () => new Promise(() => undefined);
const busy = () => Promise.reject(new PalimpsestError("UNAVAILABLE", "All database connections are busy"));
const behind = () => Promise.reject(new Error("The schema has version 1 and needs 2"));

it("passes while the database is busy and requests succeed", async () => {
  await unlessBusy(answered(5_000), hangs, 20);
  await unlessBusy(answered(5), busy, 20);
});

it("fails if nothing has succeeded of late", async () => {
  await expect(unlessBusy(answered(), hangs, 20)).rejects.toThrow("no answer in 20 ms");
  await expect(unlessBusy(answered(60_000), hangs, 20)).rejects.toThrow("no answer");
  await expect(unlessBusy(answered(1_000), busy, 20)).rejects.toThrow("busy");
});

it("fails for what is wrong and not only slow", async () => {
  await expect(unlessBusy(answered(0), behind, 20)).rejects.toThrow("version 1 and needs 2");
});
