const COMMON = { max_connections: "200", shared_buffers: "512MB", max_wal_size: "4GB" };

const PROFILES = {
  /** For a temporary cluster, which needs no durability. */
  test: {
    ...COMMON,
    // Its data is in memory where that can be.
    max_wal_size: "1GB",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    // Whether it comes by in the second that a test takes is chance.
    autovacuum: "off",
  },
  /** For measurements: as on a production server. */
  durable: COMMON,
};

/** Server settings of a profile as `-c name=value` arguments. */
export function settingsArguments(profile, overrides = {}) {
  return Object.entries({ ...PROFILES[profile], ...overrides }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
}
