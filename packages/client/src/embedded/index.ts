export {
  EmbeddedClient,
  EmbeddedMemory,
  type EmbeddedOptions,
  type Identity,
  openMemory,
} from "./open-memory.js";
