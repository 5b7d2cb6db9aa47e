import { expect, it } from "vitest";
import { routes } from "./routes.js";

it("no path leads to another operation than its own", () => {
  for (const { name, method, path } of routes) {
    const asked = path.replace(/:\w+/g, "some-id");
    const found = routes.find(
      (route) =>
        route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`).test(asked),
    );
    expect(found?.name, `${method} ${asked}`).toBe(name);
  }
});
