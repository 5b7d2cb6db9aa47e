import { expect, it } from "vitest";
import { KnownPrincipals } from "./known-principals.js";
import { localPrincipal } from "./local.js";

const keyOf = (text: string) => Buffer.from(text);
const at = (tenantId: string, agentId: string) => localPrincipal({ tenantId, agentId });

it("forgets whom it has not seen for longest, across tenants", () => {
  const known = new KnownPrincipals(2);
  known.add(at("a", "one"), keyOf("a"));
  known.add(at("b", "one"), keyOf("b"));
  expect(known.has(at("a", "one"))).toBe(true);
  known.add(at("a", "two"), keyOf("a"));
  expect(known.has(at("b", "one"))).toBe(false);
  expect(known.has(at("a", "one"))).toBe(true);
  expect(known.has(at("a", "two"))).toBe(true);
});

it("keeps the key of a principal that is in use, whoever comes meanwhile", () => {
  const known = new KnownPrincipals(2);
  const first = at("a", "one");
  const again = at("b", "one");
  known.add(first, keyOf("a"));
  known.add(at("b", "one"), keyOf("b"));
  expect(known.has(again)).toBe(true);
  for (let n = 0; n < 10; n++) known.add(at(`other-${n}`, "one"), keyOf("other"));
  expect([known.has(first), known.has(again)]).toEqual([false, false]);
  expect(known.digestKey(first.tenantId)).toEqual(keyOf("a"));
  expect(known.digestKey(again.tenantId)).toEqual(keyOf("b"));
});

it("does not mistake one tenant's principal for another's of the same name", () => {
  const known = new KnownPrincipals();
  known.add(at("a", "b"), keyOf("a"));
  expect(known.has(at("b", "b"))).toBe(false);
  expect(known.digestKey("b")).toBeUndefined();
});
