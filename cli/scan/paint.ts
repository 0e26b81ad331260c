import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Writes a text in a style, or as it is where styles are not wanted. */
export type Paint = (format: Format, text: string) => string;

/** Styles for a terminal; none for a file or a pipe, and none where NO_COLOR is set (https://no-color.org). */
export function createPaint(stream: { readonly isTTY?: boolean }): Paint {
  const plain = stream.isTTY !== true || (process.env.NO_COLOR ?? '') !== '';
  return plain
    ? (_format, text) => text
    : (format, text) => styleText(format, text, { validateStream: false });
}
