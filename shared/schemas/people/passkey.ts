import { z } from 'zod';
import { idSchema } from '../id.ts';
import { timestampSchema } from '../timestamp.ts';

/** Octets in base64url without padding, as browsers write those of WebAuthn. */
function octets(most: number) {
  return z
    .string()
    .min(1)
    .max(Math.ceil((most * 4) / 3))
    .regex(/^[\w-]*$/, 'must be base64url')
    .meta({ examples: ['AAECAwQFBgcICQoLDA0ODw'] });
}

/** A ticket connects two steps of signing in. */
export const ticketSchema = z
  .string()
  .min(1)
  .max(4_096)
  .describe('The ticket that the previous step returned.')
  .meta({ examples: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'] });

export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must not have control characters')
  .describe('The name that its owner gives the passkey.')
  .meta({ examples: ['My phone'] });

/** A passkey is shown as its owner sees it. */
export const passkeySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    host: z.string().describe('The host for which the passkey is valid.'),
    backed_up: z.boolean().describe('Whether the passkey is backed up to more than one device.'),
    created_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Passkey' });

const known = { id: octets(1_023), type: z.literal('public-key') };

/**
 * A new credential is the output of `PublicKeyCredential.toJSON()` at a registration; other fields in it are ignored.
 */
export const newCredentialSchema = z.object({
  ...known,
  response: z.object({
    clientDataJSON: octets(4_096),
    authenticatorData: octets(4_096),
    publicKey: octets(2_048),
    publicKeyAlgorithm: z
      .int()
      .meta({ examples: [-7] })
      .describe('A COSE algorithm, for example -7 for ES256.'),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});

/** An assertion is the output of `PublicKeyCredential.toJSON()` at a sign-in; other fields in it are ignored. */
export const assertionSchema = z.object({
  ...known,
  response: z.object({
    clientDataJSON: octets(4_096),
    authenticatorData: octets(4_096),
    signature: octets(1_024),
    userHandle: octets(64).nullish(),
  }),
});

const named = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) });

/** The creation options are input of `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().describe('Timeout in milliseconds.'),
  excludeCredentials: z.array(named),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** The request options are input of `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int().describe('Timeout in milliseconds.'),
  allowCredentials: z.array(named),
  userVerification: z.literal('required'),
});
