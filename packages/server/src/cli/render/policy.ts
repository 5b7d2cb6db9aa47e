import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";

/** The text itself, so that it can be written to a file, changed and applied again. */
export function renderPolicy(policy: OutputOf<PalimpsestContract["getPolicy"]>): string {
  const { version, source, yaml, applied_at, applied_by } = policy;
  const whence = source === "default" ? "the shipped default" : `applied by ${applied_by} at ${applied_at}`;
  return `# In force: ${version}, ${whence}\n${yaml.trimEnd()}`;
}
