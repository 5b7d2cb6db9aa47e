export { exportRecords, exportVersion } from "./export-records.js";
export { importRecords } from "./import-records.js";
export { type TransferRecord, type TransferType, transferRecords } from "./records.js";
