import type { Import } from "./imports.js";

/** Folders and files of one folder, line by line: each may use what stands on a line before its own. */
export type Layers = readonly (readonly string[])[];

export interface LayerFaults {
  /** Names that stand on no line. */
  misplaced: string[];
  /** Imports of a later line. */
  upward: Import[];
  /** Imports of another name on the same line. */
  sideways: Import[];
}

/** What of these imports breaks the order of the layers, among the imports between the parts of `folder`. */
export function layerFaults(imports: Import[], folder: string, layers: Layers): LayerFaults {
  const inside = imports.filter(
    ({ file, target }) => file.startsWith(`${folder}/`) && target.startsWith(`${folder}/`),
  );
  const part = (path: string) => path.slice(folder.length + 1).split("/")[0]!;
  const place = (path: string) => layers.findIndex((line) => line.includes(part(path)));
  const apart = inside.filter(({ file, target }) => part(file) !== part(target));
  return {
    misplaced: [
      ...new Set(
        inside
          .flatMap(({ file, target }) => [file, target])
          .filter((path) => place(path) < 0)
          .map(part),
      ),
    ],
    upward: apart.filter(({ file, target }) => place(file) < place(target)),
    sideways: apart.filter(({ file, target }) => place(file) === place(target)),
  };
}

/** Imports that reach past the index of a folder into it. What only tests use may be reached directly. */
export function deepImports(imports: Import[], paths: ReadonlySet<string>): Import[] {
  return imports.filter(({ file, target }) => {
    if (!paths.has(target) || /\/testing\//.test(target)) return false;
    const folders = target.split("/").slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth++) {
      const folder = folders.slice(0, depth).join("/");
      if (file.startsWith(`${folder}/`) || !paths.has(`${folder}/index.ts`)) continue;
      return target !== `${folder}/index.ts`;
    }
    return false;
  });
}
