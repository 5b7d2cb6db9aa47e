import { PalimpsestError } from "@palimpsest/contract";

export const jsonCaps = { depth: 32, keys: 256, items: 1_000 } as const;

/**
 * Refuses what the schemas cannot see and a database must not meet: nesting past a cap (deep JSON hangs
 * the embedded engine), huge objects and arrays, NUL characters, lone surrogates and numbers that JSON has no
 * word for. Walks without recursion.
 */
export function checkJson(value: unknown): void {
  const queue: { value: unknown; depth: number; path: string }[] = [{ value, depth: 0, path: "" }];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (typeof at.value === "string") checkString(at.value, at.path);
    if (typeof at.value === "number") checkNumber(at.value, at.path);
    if (at.value === null || typeof at.value !== "object") continue;
    if (at.depth >= jsonCaps.depth) {
      throw new PalimpsestError("TOO_DEEP", `Nested more than ${jsonCaps.depth} levels deep.`);
    }
    const entries: [string | number, unknown][] = Array.isArray(at.value)
      ? [...at.value.entries()]
      : Object.entries(at.value);
    const cap = Array.isArray(at.value) ? jsonCaps.items : jsonCaps.keys;
    if (entries.length > cap) {
      throw new PalimpsestError(
        "VALIDATION_ERROR",
        `${at.path || "The body"} holds more than ${cap} entries.`,
        {
          details: [{ path: at.path, message: `at most ${cap} entries` }],
        },
      );
    }
    for (const [key, inner] of entries) {
      if (typeof key === "string") checkKey(key, at.path);
      queue.push({
        value: inner,
        depth: at.depth + 1,
        path: at.path === "" ? `${key}` : `${at.path}.${key}`,
      });
    }
  }
}

/** `__proto__` would vanish on the way through a schema rather than be stored: said, not swallowed. */
function checkKey(key: string, path: string): void {
  checkString(key, path);
  if (key === "__proto__") {
    throw new PalimpsestError("VALIDATION_ERROR", "The key __proto__ cannot be stored; use another name.", {
      details: [{ path, message: "holds the key __proto__" }],
    });
  }
}

function checkNumber(value: number, path: string): void {
  if (Number.isFinite(value)) return;
  throw new PalimpsestError("VALIDATION_ERROR", `${path || "The body"} is not a finite number.`, {
    details: [{ path, message: "not a finite number" }],
  });
}

function checkString(text: string, path: string): void {
  if (text.includes("\u0000")) {
    throw new PalimpsestError("INVALID_UNICODE", `${path || "The text"} holds a NUL character; remove it.`, {
      details: [{ path, message: "holds a NUL character" }],
    });
  }
  if (!isWellFormed(text)) {
    throw new PalimpsestError(
      "INVALID_UNICODE",
      `${path || "The text"} holds half a surrogate pair; send valid Unicode.`,
      {
        details: [{ path, message: "holds a lone surrogate" }],
      },
    );
  }
}

const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();
