export {
  EmbeddedClient,
  EmbeddedMemory,
  type EmbeddedOptions,
  type Identity,
  openMemory,
  type TransactionOptions,
} from "./open-memory.js";
