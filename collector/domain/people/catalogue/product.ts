import { z } from 'zod';

/** The catalogue lists things of these kinds. */
export const productKinds = ['module', 'check', 'detector', 'feed', 'dataset', 'integration', 'own'] as const;
export type ProductKind = (typeof productKinds)[number];

/**
 * A product's state is `active` (at work here), `available` (there, and switched off) or `not_configured` (there, and
 * lacks a setting). `pending`, `degraded`, `needs_key` and `failed` are as feeds and datasets have them.
 */
export const productStates = [
  'active',
  'available',
  'not_configured',
  'pending',
  'degraded',
  'needs_key',
  'failed',
] as const;
export type ProductState = (typeof productStates)[number];

/** A product is one part of this installation, or one thing that its operator offers. */
export interface Product {
  /** The kind, a colon and the name within the kind. */
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  readonly summary: string;
  /** On what terms it may be used. */
  readonly licence: string;
  /** The credit that the terms want to be shown; null if they want nothing. */
  readonly credit: string | null;
  readonly homepage: string | null;
  readonly state: ProductState;
  /** The note tells why it is not active, or what else is to know. */
  readonly note: string | null;
  readonly tags: readonly string[];
}

const line = z.string().trim().min(1).max(300);

/** An own product is a file in `products/`: something that the operator offers besides. */
export const ownProductSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'An id has lower-case letters, digits and hyphens, 64 at most.'),
  name: line,
  summary: z.string().trim().min(1).max(2_000),
  licence: line,
  credit: line.nullable().default(null),
  homepage: z
    .url({ protocol: /^https?$/, message: 'This is no address of the web (https, http).' })
    .max(2_000)
    .nullable()
    .default(null),
  state: z.enum(productStates).default('active'),
  note: line.nullable().default(null),
  tags: z.array(line).max(20).default([]),
});
export type OwnProduct = z.output<typeof ownProductSchema>;
