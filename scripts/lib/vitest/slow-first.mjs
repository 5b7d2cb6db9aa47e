import { BaseSequencer } from "vitest/node";

/** The files that take longest: they start many processes, or search at random. */
export const SLOW = [
  "docs/docs.test.ts",
  "packages/server/src/http/hostile-values.test.ts",
  "packages/core/src/governance/apply/fold.property.test.ts",
  "packages/core/src/security-tests/reads/forbidden-reads.test.ts",
  "packages/core/src/context/poisoning.test.ts",
  "packages/core/src/security-tests/fuzz.test.ts",
  "packages/server/src/cli/cli.test.ts",
  "scripts/soak.test.mjs",
  "packages/core/src/db/embedded/ownership/namespaces.test.ts",
  "packages/core/src/transfer/transfer.test.ts",
  "packages/core/src/governance/propose/bulk/bulk-edit.test.ts",
  "packages/core/src/security-tests/bad-inputs.test.ts",
  "packages/core/src/selftest/isolation.test.ts",
  "packages/core/src/security-tests/mutation.test.ts",
  "packages/core/src/db/embedded/sharing.test.ts",
  "packages/server/src/serve/serve.test.ts",
  "packages/core/src/governance/read/read-paths.property.test.ts",
  "scripts/start.test.mjs",
  "bench/holds/measure-holds.test.ts",
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
