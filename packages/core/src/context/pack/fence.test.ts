import { expect, it } from "vitest";
import { countTokens } from "../../text/index.js";
import { fenceNonce } from "./fence.js";
import { frames } from "./render.js";

it("depends on the bundle and the tenant's key alone, and always has the same number of tokens", () => {
  const [key, other] = [Buffer.from("a"), Buffer.from("b")];
  const nonces = Array.from({ length: 300 }, (_, n) => fenceNonce(key, `acb_${n}`));
  expect(new Set(nonces).size).toBe(300);
  expect(fenceNonce(key, "acb_7")).toBe(nonces[7]);
  expect(fenceNonce(other, "acb_7")).not.toBe(nonces[7]);
  const weights = nonces.map((nonce) => countTokens(frames(nonce).notice + frames(nonce).fence));
  expect(new Set(weights).size).toBe(1);
});
