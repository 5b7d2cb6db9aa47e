export * as boundaryOperations from "./operations.js";
