import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type SubmitFingerprintPorts,
  submitFingerprint as submit,
} from '../../domain/traffic/fingerprints/submit-fingerprint.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

/**
 * Transport, TLS version, SNI, counts of ciphers and extensions, ALPN; hash of the ciphers; hash of the extensions (JA4,
 * technical details of FoxIO's specification).
 */
const ja4 = /^[tqd](?:1[0-3]|s[23]|d[1-3]|00)[di][0-9]{4}[0-9A-Za-z]{2}_[0-9a-f]{12}_[0-9a-f]{12}$/;
const addressSchema = z.union([z.ipv4(), z.ipv6()]).meta({ examples: ['192.0.2.7'] });
const fingerprintsSchema = z.object({
  ja4: z
    .string()
    .regex(ja4, 'must be a JA4 fingerprint')
    .meta({ examples: ['t13d1516h2_8daaf6152771_b186095e22b6'] }),
});

export const submitFingerprint = defineEndpoint({
  method: 'POST',
  path: '/v1/fingerprint/submit',
  summary: 'Submit the fingerprint of a TLS client',
  description:
    'Records that a client with this JA4 fingerprint came from this address. Returns what the ' +
    'account has seen of the fingerprint and the address before. The free tier allows 10,000 ' +
    'submissions per UTC month.',
  family: 'Fingerprints',
  access: 'authenticated',
  needs: 'analyst',
  body: z.object({ source_ip: addressSchema, fingerprints: fingerprintsSchema }),
  response: z.object({
    accepted: z.literal(true),
    source_ip: z.string(),
    fingerprints: z.object({ ja4: z.string() }),
    first_seen: timestampSchema,
    last_seen: timestampSchema,
    times_seen: z.int().describe('How often this fingerprint was seen from this address.'),
    addresses_with_fingerprint: z.int(),
    fingerprints_of_address: z.int(),
    month: z.object({
      limit: z.int().nullable().describe('Null if there is no limit.'),
      used: z.int(),
      resets_at: timestampSchema,
    }),
  }),
  status: 201,
  errors: ['quota_exhausted'],
  async run({ caller, body }, ports: SubmitFingerprintPorts) {
    const sourceAddress = addressText(addressBytes(body.source_ip));
    const { month, ...record } = await submit(caller, { sourceAddress, ja4: body.fingerprints.ja4 }, ports);
    return {
      accepted: true as const,
      source_ip: sourceAddress,
      fingerprints: { ja4: body.fingerprints.ja4 },
      first_seen: record.firstSeen.toISOString(),
      last_seen: record.lastSeen.toISOString(),
      times_seen: record.timesSeen,
      addresses_with_fingerprint: record.addresses,
      fingerprints_of_address: record.fingerprintsOfAddress,
      month: { limit: month.limit ?? null, used: month.used, resets_at: month.resetAt.toISOString() },
    };
  },
});
