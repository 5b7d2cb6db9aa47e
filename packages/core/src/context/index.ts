export * as contextOperations from "./operations.js";
export { shortByline } from "./pack/byline.js";
