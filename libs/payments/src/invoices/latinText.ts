/**
 * Transliterates text that a font cannot show, such as names in Chinese or Hindi: fonts for them have many megabytes.
 */
import anyAscii from 'any-ascii';

/** `hasGlyph` returns whether the font has the character. Others become Latin ones, such as `WangMing` for 王明. */
export const latinText = (text: string, hasGlyph: (codePoint: number) => boolean): string =>
  text.replace(/\P{Cc}/gu, (letter) => (hasGlyph(letter.codePointAt(0) ?? 0) ? letter : anyAscii(letter)));
