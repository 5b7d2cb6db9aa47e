const COMMON = { max_connections: "200", shared_buffers: "512MB", max_wal_size: "4GB" };

const PROFILES = {
  /** A cluster that is thrown away: durability is not worth its time. */
  test: {
    ...COMMON,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
  },
  /** For measurements: what a production server would do. */
  durable: COMMON,
};

/** Server settings of a profile as `-c name=value` arguments. */
export function settingsArguments(profile, overrides = {}) {
  return Object.entries({ ...PROFILES[profile], ...overrides }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
}
