import { de } from "./de.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { ja } from "./ja.js";
import type { LanguageData } from "./language.js";

export const languages: readonly LanguageData[] = [en, de, fr, es, ja];
