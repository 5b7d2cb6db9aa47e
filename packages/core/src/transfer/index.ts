export { exportRecords } from "./export-records.js";
export { importRecords } from "./import/import-records.js";
