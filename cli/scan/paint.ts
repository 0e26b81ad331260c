import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** A paint function returns a text in a style, or unchanged if styles are not wanted. */
export type Paint = (format: Format, text: string) => string;

/**
 * Creates the paint function of a stream: styles for a terminal; none for a file or a pipe, and none if NO_COLOR is set
 * (https://no-color.org).
 */
export function createPaint(stream: { readonly isTTY?: boolean }): Paint {
  const plain = stream.isTTY !== true || (process.env.NO_COLOR ?? '') !== '';
  return plain
    ? (_format, text) => text
    : (format, text) => styleText(format, text, { validateStream: false });
}
