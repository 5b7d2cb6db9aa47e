/** As `server_version_num` counts: PostgreSQL 15. */
export const MINIMUM_SERVER = 150_000;

/** pgvector 0.8 brought iterative index scans, without which a filtered search loses recall. */
export function isRecentPgvector(version) {
  const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
  return major > 0 || minor >= 8;
}
