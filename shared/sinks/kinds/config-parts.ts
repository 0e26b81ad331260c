import { z } from 'zod';

/** Parts that the configurations of several kinds have. */

export const compressionSchema = z.enum(['none', 'gzip', 'zstd']);

/** A sink's URL is the address to post to. No secret belongs into it: it is shown. */
export const urlSchema = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((text) => {
    const url = new URL(text);
    return url.username === '' && url.password === '';
  }, 'must not contain a user or a password; use the secret for them')
  .transform((text) => text.replace(/\/+$/, ''));

export const authoritySchema = z
  .string()
  .max(64 * 1024)
  .regex(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/, 'must be a certificate in PEM')
  .optional()
  .describe("A certificate authority in PEM that the sink trusts, in addition to the system's.");

export const hostSchema = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,253}$/, 'must be a host name or an address')
  .describe('A host name or an address.');

export const portSchema = z.int().min(1).max(65_535);

/** A word is a label, an index or a header's value: printable, and no line of its own. */
export const wordSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be printable ASCII without spaces');

export const allJson = ['json', 'ecs', 'ocsf', 'zeek', 'cof'] as const;
