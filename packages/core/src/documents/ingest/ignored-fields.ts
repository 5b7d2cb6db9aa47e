import { PalimpsestError } from "@palimpsest/contract";
import { classOfSensitivity, sensitivityOfClass, shownMeta, visibilityOf } from "../document.js";
import type { Document } from "./read-document.js";
import type { KeptAs } from "./write-revision.sql.js";

/** Fields that always have a value: one that is not given means its default. */
const always: readonly string[] = ["visibility_scope", "retention_policy", "channel"];

/**
 * Names of the fields that were given for a text which is there already, and that differ from what it is kept with. Throws
 * if people would still see it whom the caller means to leave out.
 */
export function ignoredFields({ meta, input }: Document, kept: KeptAs): string[] {
  assertNotNarrowed(input, kept);
  const { channel, scope, subject_type, subject_id, project_id, audience } = input;
  const given: Record<string, unknown> = {
    ...shownMeta(meta),
    ...{ channel, scope, subject_type, subject_id, project_id, audience },
  };
  const stored: Record<string, unknown> = { ...kept, ...shownMeta(kept.meta) };
  const ignored = Object.keys(given).filter((name) => {
    const value = given[name] ?? undefined;
    const isGiven = always.includes(name) || (Array.isArray(value) ? value.length > 0 : value !== undefined);
    return isGiven && JSON.stringify(value) !== JSON.stringify(stored[name]);
  });
  const classes = Object.values(classOfSensitivity) as string[];
  const isLowered =
    classes.indexOf(classOfSensitivity[input.sensitivity]) < classes.indexOf(kept.boundary_class);
  return isLowered ? [...ignored, "sensitivity"] : ignored;
}

function assertNotNarrowed(input: Document["input"], { meta, audience, boundary_class }: KeptAs): void {
  const [now, before] = [input.visibility_scope, meta.visibility_scope];
  if (visibilityOf[now] === "tenant" || before === "me") return;
  // Nobody but its owner reads what is highly sensitive.
  if ([input.sensitivity, sensitivityOfClass(boundary_class)].includes("highly_sensitive")) return;
  if (before !== "org" && now !== "me" && audience.every((each) => input.audience.includes(each))) return;
  throw new PalimpsestError(
    "CONFLICT",
    `This text is there already with visibility_scope ${before}, and as it has not changed, those who see it would still see it. Send it with that visibility_scope, or with sensitivity highly_sensitive, which its owner alone reads; or delete the document.`,
  );
}
