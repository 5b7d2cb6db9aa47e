import { kindName } from "./registry.js";

export const memoryKind = kindName().describe("What the memory is");
