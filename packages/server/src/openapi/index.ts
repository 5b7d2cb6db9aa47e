export { docsAt } from "./docs/docs-origin.js";
export { docsPage } from "./docs/docs-page.js";
export { docsPolicy } from "./docs/docs-style.js";
export { openApiDocument } from "./document.js";
export type { OpenApiDocument } from "./openapi-types.js";
