/** Text in letters that a font has: names in Chinese or Hindi would show as boxes, and a font for them has many megabytes. */
import anyAscii from 'any-ascii';

/** `hasGlyph` is whether the font has the letter. Others become Latin ones, such as `WangMing` for 王明. */
export const latinText = (text: string, hasGlyph: (codePoint: number) => boolean): string =>
  text.replace(/\P{Cc}/gu, (letter) => (hasGlyph(letter.codePointAt(0) ?? 0) ? letter : anyAscii(letter)));
