import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import canonicalize from "canonicalize";

/** What a private key of Ed25519 begins with in the form PKCS #8, before its 32 bytes. */
const head = Buffer.from("302e020100300506032b657004220420", "hex");

/** Made from the tenant's key, so that there is no further secret to keep, and each tenant has another. */
function signingKey(digestKey: Buffer): KeyObject {
  const seed = createHmac("sha256", digestKey).update("erasure receipts").digest();
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
}

/** The tenant's public key: 32 bytes in base64. */
export function publicKeyOf(digestKey: Buffer): string {
  const { x } = createPublicKey(signingKey(digestKey)).export({ format: "jwk" });
  return Buffer.from(x!, "base64url").toString("base64");
}

const bytesOf = (document: object) => Buffer.from(canonicalize(document)!);

export const signReceipt = (digestKey: Buffer, document: object): string =>
  sign(null, bytesOf(document), signingKey(digestKey)).toString("base64");

/** Whether the tenant's key has signed the document as it is. */
export function isSigned(digestKey: Buffer, document: object, signature: string): boolean {
  return verify(
    null,
    bytesOf(document),
    createPublicKey(signingKey(digestKey)),
    Buffer.from(signature, "base64"),
  );
}

/** How the audit log names a receipt. */
export const receiptDigests = (document: object, signature: string): string[] => [
  `sha256:${createHash("sha256").update(bytesOf(document)).digest("hex")}`,
  `ed25519:${signature}`,
];
