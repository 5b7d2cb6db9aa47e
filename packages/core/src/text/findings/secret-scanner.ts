import { assignments } from "../secrets/assignments.js";
import { credentialsInTransit } from "../secrets/credentials-in-transit.js";
import { knownTokens } from "../secrets/known-tokens.js";
import { pins } from "../secrets/pins.js";
import { privateKeys } from "../secrets/private-keys.js";
import type { Scanner } from "../secrets/span.js";
import { vendorAssignments } from "../secrets/vendor-assignments.js";
import { vendorPatterns } from "../secrets/vendor-patterns.js";
import type { FindingScanner } from "./finding.js";

/** If two matches start at the same place, the earlier scanner names the type. */
const scanners: Scanner[] = [
  privateKeys,
  knownTokens,
  vendorPatterns,
  credentialsInTransit,
  assignments,
  pins,
  vendorAssignments,
];

export const secretScanner: FindingScanner = function* (text) {
  for (const scan of scanners) {
    for (const { start, end, type } of scan(text)) yield { start, end, detector: "secret", type };
  }
};
