import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { shutdownSignal } from "./shutdown-signal.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const listenersBefore = signals.map((signal) => [signal, process.listeners(signal)] as const);
const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);

beforeEach(() => {
  for (const signal of signals) process.removeAllListeners(signal);
  vi.useFakeTimers({ toFake: ["performance"] });
  exit.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  for (const [signal, listeners] of listenersBefore) {
    process.removeAllListeners(signal);
    for (const listener of listeners) process.on(signal, listener);
  }
});

it.each(signals)("resolves with %s and does not exit", async (signal) => {
  const requested = shutdownSignal();
  process.emit(signal, signal);
  expect(await requested).toBe(signal);
  expect(exit).not.toHaveBeenCalled();
});

it("counts the same Ctrl-C from the terminal and from npm as one request", () => {
  void shutdownSignal();
  process.emit("SIGINT", "SIGINT");
  vi.advanceTimersByTime(400);
  process.emit("SIGINT", "SIGINT");
  expect(exit).not.toHaveBeenCalled();
});

it("exits at once on a second request", () => {
  void shutdownSignal();
  process.emit("SIGINT", "SIGINT");
  vi.advanceTimersByTime(600);
  process.emit("SIGINT", "SIGINT");
  expect(exit).toHaveBeenCalledWith(130);
});

it("does not take a repeated hang-up for a second request", () => {
  void shutdownSignal();
  process.emit("SIGHUP", "SIGHUP");
  vi.advanceTimersByTime(5_000);
  process.emit("SIGHUP", "SIGHUP");
  expect(exit).not.toHaveBeenCalled();
});
