import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";

export type EditRequest = InputOf<PalimpsestContract["applyEdit"]>;
export type Op = EditRequest["op"];
export type Patch = EditRequest["patch"];
export type Cascade = EditRequest["cascade"];
export type EditView = OutputOf<PalimpsestContract["getEdit"]>;
