import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import type { Language } from "./language.js";
import { spanish } from "./spanish.js";

/** A text may mix languages, and nobody says which it is in: each is asked. */
export const languages: readonly Language[] = [english, german, french, spanish, japanese];
