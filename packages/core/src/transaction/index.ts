export {
  assertOutside,
  type InTransactionOptions,
  inTransaction,
  type OpenTransaction,
} from "./in-transaction.js";
