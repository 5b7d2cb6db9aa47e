/** The parts of a prompt outside its fences, which may instruct a model. */
export function outsideFences(prompt: string): string {
  const nonce = /^<<<memory (\w+)$/m.exec(prompt)?.[1];
  if (nonce === undefined) return prompt;
  const fence = new RegExp(`^<<<memory ${nonce}$[\\s\\S]*?^${nonce} memory>>>$`, "gm");
  return prompt.replace(fence, "");
}
