export * as claimOperations from "./operations.js";
