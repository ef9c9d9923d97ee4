/* Keys while they are made: lists of code points, because making a text character by character takes several times as long. */

const mostAtOnce = 8192;

/** The text of these code points. */
export function textOf(codes: readonly number[]): string {
  if (codes.length > mostAtOnce) return textOf(codes.slice(0, mostAtOnce)) + textOf(codes.slice(mostAtOnce));
  let highest = 0;
  for (let i = 0; i < codes.length; i++) highest |= codes[i] as number;
  return highest > 0xffff ? String.fromCodePoint(...codes) : String.fromCharCode(...codes);
}

/** Adds code points; there may be too many for the arguments of a call. */
export function addCodes(codes: number[], more: readonly number[]): void {
  for (let i = 0; i < more.length; i++) codes.push(more[i] as number);
}

/** Adds the characters of a text. */
export function addText(codes: number[], text: string): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) as number;
    if (code > 0xffff) i++;
    codes.push(code);
  }
}

/** How many bytes a code point has in UTF-8. */
export const bytesOf = (code: number): number =>
  code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

/**
 * The code points in the opposite order: a smaller one becomes a larger one. First, a mark of 1 to 3 says how many bytes a character had:
 * more bytes sort first. A character of one byte becomes one between 1 and 0x7c. No key has code points from U+D800 to U+FFFF (letters.ts),
 * but a forged cursor may have any.
 */
export function turned(codes: readonly number[]): number[] {
  const others: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code < 0x80) others.push(0x80 - code);
    else if (code < 0x800) others.push(3, 0x87f - code);
    else if (code < 0x10000) others.push(2, Math.max(0xdfff - code, 0x800));
    else others.push(1, 0x11ffff - code);
  }
  return others;
}
