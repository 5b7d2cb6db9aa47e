export type { Omission, OmissionReason } from "./omission.js";
export {
  findReceipt,
  insertReceipt,
  latestReceipts,
  type Receipt,
  type ReceiptItem,
  type ReceiptState,
  receiptItems,
} from "./receipt.sql.js";
export { contextsShowing, exposureOf, receiptsShowing } from "./shown-memory.sql.js";
