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
  // Nearly all names are without escapes, and a zone has hundreds of thousands of labels.
  if (/^[!-[\]-~]*$/.test(whole)) return plainWireName(whole.endsWith('.') ? whole.slice(0, -1) : whole);
  const labels = whole.match(/(?:\\.|[^.\\])+/gs) ?? [];
  const octets = labels.map((label) => textOctets(label)!);
  return Buffer.concat([
    ...octets.flatMap((label) => [Uint8Array.of(label.length), label]),
    Uint8Array.of(0),
  ]);
}

/** Puts the length of each label in the place of the dot before it. */
function plainWireName(name: string): Buffer {
  const wire = Buffer.from(`.${name}.`, 'latin1');
  wire[wire.length - 1] = 0;
  let length = 0;
  for (let at = wire.length - 2; at >= 0; at--) {
    if (wire[at] === 0x2e) {
      wire[at] = length;
      length = 0;
    } else length++;
  }
  return wire;
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
