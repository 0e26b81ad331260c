import { z } from 'zod';

const text = z.string().max(2_000);
const address = z.url({ protocol: /^https$/ }).max(2_000);

/** The messages of an authority, as far as they are read (RFC 8555 section 7.1). */
export const directorySchema = z.object({
  newNonce: address,
  newAccount: address,
  newOrder: address,
  renewalInfo: address.optional(),
  meta: z
    .object({ termsOfService: text.optional(), externalAccountRequired: z.boolean().optional() })
    .optional(),
});
export type Directory = z.infer<typeof directorySchema>;

const identifier = z.object({ type: text, value: text });

export const problemSchema = z.object({
  type: text.optional(),
  detail: z.string().max(10_000).optional(),
  subproblems: z
    .array(z.object({ detail: z.string().max(10_000).optional(), identifier: identifier.optional() }))
    .max(200)
    .optional(),
});

export const orderSchema = z.object({
  status: z.enum(['pending', 'ready', 'processing', 'valid', 'invalid']),
  authorizations: z.array(address).max(200),
  finalize: address,
  certificate: address.optional(),
  error: problemSchema.optional(),
});
export type Order = z.infer<typeof orderSchema>;

const challengeSchema = z.object({
  type: text,
  url: address,
  status: text,
  // Base64url alone: it becomes part of a path.
  token: z
    .string()
    .regex(/^[A-Za-z0-9_-]{22,500}$/)
    .optional(),
  error: problemSchema.optional(),
});

export const authorizationSchema = z.object({
  identifier,
  status: z.enum(['pending', 'valid', 'invalid', 'deactivated', 'expired', 'revoked']),
  challenges: z.array(challengeSchema).max(50),
});
export type Authorization = z.infer<typeof authorizationSchema>;

/** Renewal information says when an authority would like to be asked for a new certificate (RFC 9773 section 4.2). */
export const renewalSchema = z.object({
  suggestedWindow: z.object({
    start: z.iso.datetime({ offset: true }),
    end: z.iso.datetime({ offset: true }),
  }),
});
