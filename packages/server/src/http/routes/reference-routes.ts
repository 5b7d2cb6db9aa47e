import { docsAt, docsPage, docsPolicy, openApiDocument } from "../../openapi/index.js";
import type { App } from "../app-env.js";

/** The API described: for machines at /openapi.json, for people at /docs. Made once, when first asked for. */
export function referenceRoutes(app: App): void {
  let json: string | undefined;
  let page: string | undefined;

  app.get("/", (c) => c.redirect("/docs"));

  app.get("/openapi.json", (c) => {
    c.set("operation", "openapi");
    json ??= JSON.stringify(openApiDocument());
    return c.body(json, 200, { "Content-Type": "application/json" });
  });

  app.get("/docs", (c) => {
    c.set("operation", "docs");
    page ??= docsPage(openApiDocument());
    c.header("Content-Security-Policy", docsPolicy);
    return c.html(docsAt(page, c.req.url));
  });
}
