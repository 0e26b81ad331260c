import { trimSpace } from '../trim-space.ts';

/** A TLSRPT record is the record of RFC 8460 section 3. */
export interface TlsRptRecord {
  /** mailto: and https: URIs that are sound. */
  readonly destinations: readonly string[];
  /** The faults that the grammar does not allow. */
  readonly problems: readonly string[];
  /** The parts that the grammar allows and senders may read in different ways. */
  readonly notes: readonly string[];
}

/** Tells whether a TXT record counts; several mean that there is none. */
export function isTlsRptRecord(text: string): boolean {
  return /^v=TLSRPTv1[ \t]*;/.test(text);
}

/** Reads a record that isTlsRptRecord() took. Fields that are not known are ignored if they have the form of one. */
export function parseTlsRptRecord(text: string): TlsRptRecord {
  const problems: string[] = [];
  const destinations: string[] = [];
  const fields = text.split(';').map(trimSpace);
  if (fields.at(-1) === '') fields.pop();
  const lists: string[] = [];
  for (const field of fields.slice(1)) {
    const [, name, value] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31})=(.*)$/s.exec(field) ?? [];
    if (name === undefined || value === undefined) problems.push(`"${field.slice(0, 40)}" is no field.`);
    else if (name === 'rua') lists.push(value);
    else if (!/^[\x21-\x3a\x3c\x3e-\x7e]+$/.test(value))
      problems.push(`The value of ${name}= has characters that it must not have.`);
  }
  for (const uri of lists.flatMap((list) => list.split(',', 20)).map(trimSpace)) {
    if (isDestination(uri)) destinations.push(uri.slice(0, 512));
    else if (uri !== '') problems.push(`"${uri.slice(0, 80)}" is no mailto: or https: URI.`);
    else if (lists.some((list) => list !== '')) problems.push('A comma in rua= has no URI on one side.');
  }
  if (lists.every((list) => list === '')) problems.push('There is no rua=.');
  // The grammar allows several, and says nothing of what they mean.
  const notes = lists.length > 1 ? ['rua= stands more than once.'] : [];
  return { destinations: destinations.slice(0, 20), problems: problems.slice(0, 50), notes };
}

function isDestination(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || /[!]/.test(uri)) return false;
  if (/^https:\/\/[^/?#@]+/i.test(uri)) return URL.canParse(uri);
  return /^mailto:[^@?]+@[a-z0-9._-]+(?:\?.*)?$/i.test(uri);
}
