import { storedName } from '../dns/names.ts';
import { textOctets } from './octets.ts';

/**
 * Writes a name of a zone file in wire format, in its own letters; relative ones are completed by the origin, which is
 * in stored form. Undefined if it is none.
 */
export function wireNameOf(text: string, origin: string): Buffer | undefined {
  const whole = absoluteText(text, origin);
  if (whole === undefined || storedName(whole) === undefined) return undefined;
  if (whole === '.') return Buffer.alloc(1);
  const labels = whole.match(/(?:\\.|[^.\\])+/gs) ?? [];
  const octets = labels.map((label) => textOctets(label)!);
  return Buffer.concat([
    ...octets.flatMap((label) => [Uint8Array.of(label.length), label]),
    Uint8Array.of(0),
  ]);
}

/** Returns the name in stored form. */
export function storedNameOf(text: string, origin: string): string | undefined {
  const whole = absoluteText(text, origin);
  return whole === undefined ? undefined : storedName(whole);
}

function absoluteText(text: string, origin: string): string | undefined {
  if (text === '@') return origin;
  if (text === '.') return '.';
  if (text === '') return undefined;
  const isAbsolute = /(?:^|[^\\])(?:\\\\)*\.$/.test(text) && !/^\\\.$/.test(text);
  if (isAbsolute) return text;
  return origin === '.' ? `${text}.` : `${text}.${origin}`;
}
