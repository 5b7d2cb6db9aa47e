import { type AnyOperation, contract } from "@palimpsest/contract";

/** The tools that take a whole document. */
const documentTools = new Set(
  Object.values<AnyOperation>(contract)
    .filter(({ documentBody }) => documentBody)
    .flatMap(({ mcp }) => [mcp?.tool, mcp?.short?.tool]),
);

/** Whether an MCP message, given as JSON, calls one of these tools. */
export function holdsDocument(text: string): boolean {
  try {
    const message = JSON.parse(text) as { params?: { name?: string } } | null;
    return documentTools.has(message?.params?.name);
  } catch {
    return false;
  }
}
