/** Ends that follow an @ in file names ("logo@2x.png") and are no domains. */
const FILE_TYPES = new Set(
  "png jpg jpeg gif svg webp ico css js mjs cjs ts tsx jsx json md txt html xml yaml yml zip gz".split(" "),
);
const LOCAL = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}$/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}([\p{L}]{2,24})(?![\p{L}\p{N}])/u;

/** Looks only around each @, and not far, so that no text is expensive. */
export function hasEmail(text: string): boolean {
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const local = LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0];
    if (!local || local.endsWith(".")) continue;
    const ending = DOMAIN.exec(text.slice(at + 1, at + 255))?.[1];
    if (!ending || FILE_TYPES.has(ending.toLowerCase())) continue;
    if (!isAddressOfMachine(text, at, local)) return true;
  }
  return false;
}

/** `git@host:path` and `scheme://user@host` name an account on a machine, not a person's mailbox. */
function isAddressOfMachine(text: string, at: number, local: string): boolean {
  return local === "git" || /:\/\/[^\s/?#]*$/.test(text.slice(Math.max(0, at - 128), at));
}
