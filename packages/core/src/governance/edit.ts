import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";

export type EditRequest = InputOf<PalimpsestContract["applyEdit"]>;
export type Op = EditRequest["op"];
export type Patch = EditRequest["patch"];
export type Cascade = NonNullable<EditRequest["cascade"]>;
export type Twins = EditRequest["twins"];
export type EditView = OutputOf<PalimpsestContract["getEdit"]>;

/** Whether a patch changes what a memory says. */
export const changesWords = (patch: Patch): boolean =>
  patch.text !== undefined || patch.attributes !== undefined;
