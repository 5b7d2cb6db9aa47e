/**
 * Cuts a text to what a model surely takes. Tokens are not counted but bounded: no letter or digit costs
 * more than 0.8 on average, other ASCII at most 1, anything else at most 2 for each UTF-16 unit.
 */
export function fitInput(text: string, maxTokens: number): string {
  let tenths = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    tenths += code > 0x7f ? 20 : isPlain(code) ? 8 : 10;
    if (tenths > maxTokens * 10) return text.slice(0, code >= 0xdc00 && code <= 0xdfff ? at - 1 : at);
  }
  return text;
}

const isPlain = (code: number) => code === 32 || (code >= 48 && code <= 57) || (code >= 65 && code <= 122);
