import { BaseSequencer } from "vitest/node";

/** The files that take longest, mostly because they start many processes. */
const SLOW = [
  "docs/docs.test.ts",
  "packages/server/src/cli/cli.test.ts",
  "packages/core/src/context/poisoning.test.ts",
  "packages/core/src/db/embedded/sharing.test.ts",
  "packages/server/src/serve/serve.test.ts",
  "scripts/start.test.mjs",
];

/** Starts slow files first, so that no worker is left with one when the others are done. */
export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const place = ({ moduleId }) => {
      const at = SLOW.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
