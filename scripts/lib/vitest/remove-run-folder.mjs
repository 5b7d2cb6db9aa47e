import { removeRunFolder } from "./run-folder.mjs";

/** A global set-up of vitest: removes the folder of the run when it is over. */
export default function setUp() {
  const folder = process.env.TMPDIR;
  return () => removeRunFolder(folder);
}
