import { DerError } from './der-error.ts';
import type { DerNode } from './der-node.ts';
import { asciiText, tags } from './der-values.ts';

/** A DER time is a point in time as certificates and OCSP responses write it (RFC 5280 section 4.1.2.5). */
export interface DerTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether the form is the one that the RFC demands for that year: UTCTime until 2049, GeneralizedTime after. */
  readonly rightForm: boolean;
}

/** Reads a DER time. Throws a DerError if it is not written to the second and in UTC, as DER demands. */
export function derTime(node: DerNode | undefined): DerTime {
  if (node?.tagClass !== 'universal') throw new DerError('A time is missing.');
  const text = asciiText(node.content);
  if (node.tag === tags.utcTime) {
    const digits = /^([0-9]{2})([0-9]{10})Z$/.exec(text);
    if (digits === null) throw new DerError('A UTCTime is not of the form YYMMDDHHMMSSZ.');
    const century = Number(digits[1]) >= 50 ? '19' : '20';
    return { at: parse(`${century}${digits[1]}${digits[2]}`), rightForm: true };
  }
  if (node.tag !== tags.generalizedTime) throw new DerError('A time is missing.');
  if (!/^[0-9]{14}Z$/.test(text)) throw new DerError('A GeneralizedTime is not of the form YYYYMMDDHHMMSSZ.');
  const year = Number(text.slice(0, 4));
  return { at: parse(text.slice(0, 14)), rightForm: year >= 2050 || year < 1950 };
}

function parse(digits: string): number {
  const [year, month, day, hour, minute, second] = [
    digits.slice(0, 4),
    ...(digits.slice(4).match(/../g) ?? []),
  ] as string[];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // The parser lets the 31st of February be the 3rd of March.
  if (Number.isNaN(at) || new Date(at).getUTCDate() !== Number(day)) throw new DerError('A time is no time.');
  return at;
}
