import { z } from 'zod';
import { idSchema } from './id.ts';
import { timestampSchema } from './timestamp.ts';

/** A key that an agent made for itself, of the form of all keys of locations. */
export const agentKeySchema = z
  .string()
  .regex(/^sonde_loc_[0-9A-Za-z]{40}$/, {
    message: 'must be sonde_loc_ and 40 letters and digits',
  })
  .meta({ examples: [`sonde_loc_${'0'.repeat(40)}`] });

/** A token by which agents enrol: short enough to be typed, and long enough that nobody guesses one. */
export const enrolmentTokenSchema = z
  .string()
  .min(1)
  .max(128)
  .meta({ examples: ['sonde_enr_k3p9'] });

const plainText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'must not have control characters');

/** A certification request asks for a certificate for a key of the curve P-256. */
export const certificationRequestSchema = z
  .string()
  .max(8_192)
  .describe(
    'Certification request (PKCS #10, RFC 2986) in PEM, with a P-256 key. The collector reads ' +
      'only the public key.',
  )
  .meta({ examples: ['-----BEGIN CERTIFICATE REQUEST-----\nMIG7...\n-----END CERTIFICATE REQUEST-----\n'] });

/** A certificate answer holds the certificate that an agent is given. */
export const certificateAnswerSchema = z.object({
  certificate: z.string().describe('The certificate in PEM.'),
  ends_at: timestampSchema,
  lifetime_seconds: z
    .int()
    .describe(
      'Seconds for which the certificate is valid from now on. Agents with a wrong clock use this number.',
    ),
});

/** An enrolment request is what an agent sends along with a token. */
export const enrolmentRequestSchema = z.object({
  token: enrolmentTokenSchema.describe('The token that `POST /api/v1/enrolment/tokens` returned.'),
  agent_id: z
    .uuid()
    .describe('The id that the agent chose for itself.')
    .meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
  key: agentKeySchema.describe(
    'The key that the agent will send with. The agent generates it from random digits. If the ' +
      'answer is lost, the agent repeats the request with the same key, and the collector ' +
      'recognizes it.',
  ),
  software: plainText(128).default(''),
  host: plainText(255).default(''),
  certification_request: certificationRequestSchema.optional(),
});

/** An enrolment token is shown to those who look after the account, later without the token itself. */
export const enrolmentTokenEntrySchema = z
  .object({
    id: idSchema,
    prefix: z.string().describe('The first characters of the token.'),
    label: z.string(),
    location_id: idSchema,
    networks: z
      .array(z.string())
      .nullable()
      .describe('Networks from which agents can enrol; any network if null.'),
    uses: z.int().describe('Number of agents that can enrol with the token.'),
    used: z.int(),
    refused: z
      .int()
      .describe(
        'How often the token was refused, because it was no longer valid or the request came from another network.',
      ),
    state: z.enum(['good', 'used', 'expired', 'revoked']),
    created_at: timestampSchema,
    expires_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
  })
  .meta({ id: 'EnrolmentToken' });

/** An enrolled agent has a key of its own, and a certificate if the collector gives some. */
export const enrolledAgentSchema = z
  .object({
    id: idSchema,
    agent_id: z.string().describe('The id that the agent chose for itself.'),
    location_id: idSchema,
    software: z.string(),
    host: z.string(),
    address: z.string().describe('The address from which the agent enrolled.'),
    token_id: idSchema.nullable(),
    key_id: idSchema,
    key_prefix: z.string(),
    enrolled_at: timestampSchema,
    last_used_at: timestampSchema.nullable().describe('When the key of the agent was last used.'),
    revoked_at: timestampSchema.nullable(),
    certificate_ends_at: timestampSchema
      .nullable()
      .describe('When the newest certificate of the agent expires; null if it has none.'),
  })
  .meta({ id: 'EnrolledAgent' });
