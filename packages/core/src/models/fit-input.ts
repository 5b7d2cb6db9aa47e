/**
 * Cuts a text so that a model is sure to accept it. Does not count tokens but estimates an upper bound: 0.8 for each
 * letter or digit on average, 1 for other ASCII, 2 for each UTF-16 unit of anything else.
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
