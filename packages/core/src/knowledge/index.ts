export * as knowledgeOperations from "./operations.js";
