import { createPublicKey, verify } from "node:crypto";
import { PalimpsestError } from "@palimpsest/contract";
import { z } from "zod";
import { defaultDocument } from "../default-document.js";
import { isMapping, overlay } from "../overlay.js";
import { isSigningKey } from "./ed25519-point.js";

const keyBytes = 32;

const publicKey = z
  .string()
  .refine((text) => decoded(text)?.length === keyBytes, "must be an Ed25519 public key: 32 bytes in base64")
  .refine(
    (text) => decoded(text)?.length !== keyBytes || isSigningKey(decoded(text)!),
    "must be an Ed25519 public key: these 32 bytes are no point of the curve, or one with which anybody can sign",
  );

/** Whose signatures a tenant takes under its next policy. */
export const signing = z
  .strictObject({
    required: z.boolean(),
    keys: z.record(z.string().min(1).max(100), publicKey),
  })
  .superRefine(({ required, keys }, { addIssue }) => {
    const count = Object.keys(keys).length;
    if (count > 20) addIssue({ code: "custom", path: ["keys"], message: "must be at most 20" });
    if (required && count === 0) {
      addIssue({
        ...{ code: "custom", path: ["required"] },
        message: "needs a key in signing.keys, or nobody could apply the next policy",
      });
    }
  });

interface Signed {
  /** The canonical text. */
  source: string;
  signature: string | undefined;
}

/**
 * The name of the key that signed a text, by the policy that is in force as it is stored: also one that cannot be read
 * any more does not give up its keys. Null if the text is not signed and need not be.
 */
export function signerOf(document: unknown, { source, signature }: Signed): string | null {
  const { required, keys } = signingOf(document);
  if (signature === undefined) {
    if (!required) return null;
    throw unauthorized(
      "The policy in force takes signed policies only. Give signature: that of the text, by one of its keys.",
    );
  }
  const bytes = decoded(signature);
  const signer = Object.entries(keys).find(([, key]) => bytes !== undefined && isSigned(source, key, bytes));
  if (signer === undefined) {
    throw unauthorized("The signature is not one of this text by a key of the policy in force.");
  }
  return signer[0];
}

/** Without what it requires, a policy whose section is broken can be replaced by an admin. */
function signingOf(document: unknown): z.output<typeof signing> {
  const stored = isMapping(document) ? overlay(defaultDocument, document).signing : undefined;
  return signing.safeParse(stored).data ?? { required: false, keys: {} };
}

function isSigned(source: string, key: string, signature: Buffer): boolean {
  const x = decoded(key)!.toString("base64url");
  const of = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.from(source), of, signature);
}

/** The bytes of a text in base64, if it is one. */
function decoded(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

const unauthorized = (message: string) =>
  new PalimpsestError("UNAUTHORIZED", message, { details: [{ path: "signature", message }] });
