/** The document and the revision that an answer is about, for the log. */
export function namedDocument(answer: unknown): { artifact_uid?: string; revision_id?: string } {
  const { artifact_uid, revision_id } = Object(answer) as Record<string, unknown>;
  return {
    ...(typeof artifact_uid === "string" && { artifact_uid }),
    ...(typeof revision_id === "string" && { revision_id }),
  };
}
