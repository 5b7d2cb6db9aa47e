import { expect, test } from "vitest";
import { checkPath } from "./check-path.js";

test.each(["/a/../b", "/a/./b", "/a/..", "/a/%2e%2E/b", "/a/.%2e", "/a\\..\\b", "/../b?x=1"])(
  "refuses %s",
  (path) => {
    expect(() => checkPath(path)).toThrow("segment");
  },
);

test.each(["", "/", "/a/b", "/a/...", "/a.b/..c", "/a/..%2Fb", "/a?q=/../b", "/a/%2e%2e%2e"])(
  "takes %s",
  (path) => {
    expect(() => checkPath(path)).not.toThrow();
  },
);
