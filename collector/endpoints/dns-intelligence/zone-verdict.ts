import type { ZonemdVerdict } from '@sonde/scanner/checks/zonemd/verify-zonemd.ts';
import { z } from 'zod';

/** A zone verdict states the result about a zone's digest, in the words of the interface. */
export const zoneVerdictShape = {
  status: z.enum(['valid', 'invalid', 'absent', 'unverifiable', 'unsound']),
  serial: z.int().nullable(),
  message: z.string(),
  rule: z.string(),
  out_of_zone: z.int().describe('Number of records outside the zone. The digest does not include them.'),
  records: z.array(
    z.object({
      serial: z.int(),
      scheme: z.int(),
      hash_algorithm: z.int(),
      digest: z.string(),
      status: z.enum(['valid', 'mismatch', 'wrong_serial', 'unsupported', 'duplicate', 'malformed']),
      expected: z.string().nullable(),
    }),
  ),
};

export function presentZoneVerdict({ status, serial, message, rule, outOfZone, records }: ZonemdVerdict) {
  return {
    status,
    serial,
    message,
    rule,
    out_of_zone: outOfZone,
    records: records.map(({ hashAlgorithm, ...record }) => ({ ...record, hash_algorithm: hashAlgorithm })),
  };
}
