import { keyedDigest } from "../../text/index.js";

const digits = 27;

/**
 * The id of an entity: of all that have this type and folded name in a tenant. It is made with the tenant's key, for a name
 * can be guessed from a plain digest of it.
 */
export function entityIdOf(
  digestKey: Buffer,
  { type, name_key }: { type: string; name_key: string },
): string {
  const digest = BigInt(`0x${keyedDigest(digestKey, `entity\n${type}\n${name_key}`)}`);
  return `ent_${String(digest % 10n ** BigInt(digits)).padStart(digits, "0")}`;
}
