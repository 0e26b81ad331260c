import { dnssecAlgorithms } from '../dns/dnssec-algorithms.ts';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Reads a period such as `3600` or `1h30m` as seconds; undefined if it is neither or over 32 bits. */
export function periodSeconds(text: string): number | undefined {
  if (!/^(?:[0-9]{1,10}|(?:[0-9]{1,10}[smhdw])+)$/i.test(text)) return undefined;
  const parts = text.toLowerCase().matchAll(/([0-9]+)([smhdw]?)/g);
  const seconds = [...parts].reduce((sum, [, digits, unit]) => sum + Number(digits) * (units[unit!] ?? 1), 0);
  return seconds <= 0xffff_ffff ? seconds : undefined;
}

/**
 * Reads `20260131235959` or a number as seconds since 1970, within 32 bits (RFC 4034 section 3.2). A moment that is in no calendar, or
 * before 1970, is none.
 */
export function timeSeconds(text: string): number | undefined {
  if (/^[0-9]{1,10}$/.test(text)) return Number(text) <= 0xffff_ffff ? Number(text) : undefined;
  const found = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second] = found;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const moment = Date.parse(written);
  // The thirtieth of February would be a day in March.
  if (Number.isNaN(moment) || moment < 0 || new Date(moment).toISOString() !== written) return undefined;
  return (moment / 1_000) % 2 ** 32;
}

/** Of CERT (RFC 4398 section 2.1). */
const certificateTypes: Readonly<Record<string, number>> = {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254,
};

/** Finds the number of a certificate type's mnemonic or of the number itself. */
export function certificateType(text: string): number | undefined {
  if (/^[0-9]{1,5}$/.test(text)) return Number(text);
  const name = text.toUpperCase();
  return Object.hasOwn(certificateTypes, name) ? certificateTypes[name] : undefined;
}

/** Finds the number of an algorithm's mnemonic or of the number itself. */
export function algorithmNumber(text: string): number | undefined {
  if (/^[0-9]{1,3}$/.test(text)) return Number(text);
  return dnssecAlgorithms.find(({ mnemonic }) => mnemonic === text.toUpperCase())?.number;
}
