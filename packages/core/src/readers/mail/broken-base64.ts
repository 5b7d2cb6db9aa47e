const isText = (head: string): boolean =>
  !/^content-type:/im.test(head) || /^content-type:\s*text\//im.test(head);

/**
 * Whether a part with text is said to be base64 and is not: the parser reads such a part as far as it goes, and gives
 * characters that nobody wrote. One that only lacks its padding is read as it was meant, unless it was cut.
 */
export function hasBrokenBase64(mail: Uint8Array, { isCut }: { isCut: boolean }): boolean {
  const text = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength).toString("latin1");
  if (!/^content-transfer-encoding:\s*base64/im.test(text)) return false;
  return text.split(/^--[^\r\n]*\r?$/m).some((part) => {
    const end = /\r?\n\r?\n/.exec(part.trimStart());
    if (end === null) return false;
    const head = part.trimStart().slice(0, end.index);
    if (!/^content-transfer-encoding:\s*base64/im.test(head) || !isText(head)) return false;
    const body = part.trimStart().slice(end.index).replace(/\s+/g, "");
    return !/^[A-Za-z0-9+/]*={0,2}$/.test(body) || (isCut && body.length % 4 !== 0);
  });
}
