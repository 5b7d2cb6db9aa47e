import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";

/** The text itself, so that it can be written to a file, changed and applied again. */
export function renderPolicy(policy: OutputOf<PalimpsestContract["getPolicy"]>): string {
  const { version, source, yaml, applied_at, applied_by, notes = [] } = policy;
  const whence = source === "default" ? "the shipped default" : `applied by ${applied_by} at ${applied_at}`;
  const lines = [`In force: ${version}, ${whence}`, ...notes].map((line) => `# ${line}`);
  return [...lines, yaml.trimEnd()].join("\n");
}
