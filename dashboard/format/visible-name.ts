import { toUnicode } from './punycode.ts';

export interface NamePart {
  readonly text: string;
  /** Whether it stands for something that cannot be shown, or would change how the rest is shown. */
  readonly odd: boolean;
}

/** Controls, marks of direction, joiners, fillers, private use, halves of pairs, and blanks other than the plain one. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u2000-\u200a\u202f\u205f\u3000\u3164\uffa0]/u;
const longest = 400;

/**
 * Makes a text from the wire readable: characters that are hidden or turn the reading direction are written as an
 * escape such as `\u{202e}`, and a text longer than any name is cut.
 */
export function visibleParts(text: string): NamePart[] {
  // Nearly every name: characters are looked at one by one only where there is a reason.
  if (text.length <= longest && !hidden.test(text)) return [{ text, odd: false }];
  const parts: { text: string; odd: boolean }[] = [];
  let length = 0;
  for (const character of text) {
    if (++length > longest) {
      parts.push({ text: '…', odd: true });
      break;
    }
    const odd = hidden.test(character);
    const shown = odd ? `\\u{${character.codePointAt(0)!.toString(16)}}` : character;
    const before = parts.at(-1);
    if (before?.odd === odd) before.text += shown;
    else parts.push({ text: shown, odd });
  }
  return parts;
}

/** Makes a text from the wire readable and returns it as one text, for titles and labels. */
export function visible(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

/** Decodes a name in Punycode to its letters, made visible; undefined if it has none or does not decode. */
export function meaningOf(name: string): string | undefined {
  if (!/(^|\.)xn--/i.test(name) || name.length > longest) return undefined;
  const text = toUnicode(name.toLowerCase());
  return text === name.toLowerCase() ? undefined : visible(text);
}
