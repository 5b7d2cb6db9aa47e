export { exportRecords } from "./export-records.js";
export { importRecords } from "./import-records.js";
