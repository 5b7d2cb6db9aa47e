export { docsAt } from "./docs-origin.js";
export { docsPage } from "./docs-page.js";
export { docsPolicy } from "./docs-style.js";
export { openApiDocument } from "./document.js";
export type { OpenApiDocument } from "./openapi-types.js";
