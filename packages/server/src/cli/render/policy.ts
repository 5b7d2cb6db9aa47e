import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";

/** The text itself, so that it can be written to a file, changed and applied again. */
export function renderPolicy({ data }: OutputOf<PalimpsestContract["getPolicy"]>): string {
  const { version, source, yaml, applied_at, applied_by, approver, signed_by, notes = [] } = data;
  const whence = source === "default" ? "the shipped default" : `applied by ${applied_by} at ${applied_at}`;
  const endorsed = [approver && `approved by ${approver}`, signed_by && `signed by ${signed_by}`].filter(
    Boolean,
  );
  const lines = [[`In force: ${version}`, whence, ...endorsed].join(", "), ...notes].map(
    (line) => `# ${line}`,
  );
  return [...lines, yaml.trimEnd()].join("\n");
}
