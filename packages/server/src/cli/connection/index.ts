export type { Connection } from "./connection.js";
export { openConnection } from "./open-connection.js";
