import { readdir, readFile } from "node:fs/promises";
import { readStory, type Story } from "./read-story.js";

/** Every story of a folder, in the order of their names. */
export const loadStories = async (folder: URL): Promise<Story[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".txt")).sort();
  return Promise.all(
    names.map(async (name) => readStory(name.slice(0, -4), await readFile(new URL(name, folder), "utf8"))),
  );
};
