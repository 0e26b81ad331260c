import { trimSpace } from '../trim-space.ts';

/** An MTA-STS record is the TXT record at `_mta-sts` (RFC 8461 section 3.1). */
export type MtaStsRecord = { readonly id: string } | { readonly problem: string };

/** Tells whether a TXT record counts: it begins with the version and a semicolon; several mean that there is none. */
export function isMtaStsRecord(text: string): boolean {
  return /^v=STSv1(?:[ \t]*;|[ \t]*$)/.test(text);
}

/** Reads a record that isMtaStsRecord() took. */
export function parseMtaStsRecord(text: string): MtaStsRecord {
  const fields = text.split(';').map(trimSpace);
  if (fields.at(-1) === '') fields.pop();
  let id: string | undefined;
  for (const field of fields.slice(1)) {
    const [, name, value] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31})=(.*)$/s.exec(field) ?? [];
    if (name === undefined || value === undefined) return { problem: `"${field.slice(0, 40)}" is no field.` };
    if (name === 'id') {
      if (id !== undefined) return { problem: 'id= stands more than once.' };
      id = value;
    } else if (!/^[\x21-\x3a\x3c\x3e-\x7e]+$/.test(value)) {
      return { problem: `The value of ${name}= has characters that it must not have.` };
    }
  }
  if (id === undefined) return { problem: 'There is no id=.' };
  if (!/^[A-Za-z0-9]{1,32}$/.test(id)) return { problem: 'id= is not of 1 to 32 letters and digits.' };
  return { id };
}
