// Written by scripts/embed-sql.mjs from sql/. Do not edit.
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [];
