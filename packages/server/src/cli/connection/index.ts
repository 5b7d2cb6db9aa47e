export type { Connection } from "./connection.js";
export { namingHost } from "./naming-host.js";
export { openConnection } from "./open-connection.js";
