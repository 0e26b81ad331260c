import { recordTypes } from '@sonde/shared/dns/record-types.ts';

const carriers: ReadonlySet<number> = new Set([
  recordTypes.TXT,
  recordTypes.NULL,
  recordTypes.CNAME,
  recordTypes.MX,
  recordTypes.SRV,
  recordTypes.KEY,
  recordTypes.CERT,
  recordTypes.DNAME,
  recordTypes.NAPTR,
  recordTypes.OPENPGPKEY,
  recordTypes.URI,
]);

/** Tells whether a type's answers have room for data, or no program asks for it in earnest (private use, RFC 6895). */
export function isCarrier(type: number): boolean {
  return carriers.has(type) || type >= 65_280 || (type > 262 && type < 32_768);
}
