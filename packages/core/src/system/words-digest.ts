import type { SystemJobKind } from "../jobs/index.js";
import { digestsOf, fillWordsHashes, missingWordsHashes, type Undigested } from "../substrate/index.js";

const batch = 200;

/**
 * Gives memories of an earlier release the digest of their words, by which a retracted text is known in spite of its
 * punctuation. Until it is done, such a memory is compared as that release did.
 */
export const wordsDigest: SystemJobKind = {
  kind: "words_digest",
  async run(job) {
    const key = await job.services.tenants.digestKey(job.tenantId);
    let { done = 0 } = job.progress;
    let after = "";
    for (;;) {
      job.signal.throwIfAborted();
      const page = await job.step((tx) => missingWordsHashes(tx, after, batch));
      if (page.length === 0) return { end: "done" };
      after = page.at(-1)!.id;
      done += page.length;
      const found = page.map((memory) => ({
        memory,
        wordsHash: wordsHashOf(key, memory, memory.text),
        originalWordsHash: wordsHashOf(key, memory, memory.original),
      }));
      await job.step((tx) => fillWordsHashes(tx, found), { done });
    }
  },
};

/** A capsule without risks says only what it is about: its id is in the digest, so that it is no other one's twin. */
function wordsHashOf(key: Buffer, { id, text, content_hash }: Undigested, words: string): string {
  const withId = digestsOf(key, `${id} ${text}`).hash === content_hash;
  return digestsOf(key, withId ? `${id} ${words}` : words).wordsHash;
}
