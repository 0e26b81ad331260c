import type { ChainProblemCode } from '../../../../../../scanner/protocols/tls/chain-problem.ts';
import { makeAuthority, makeServer, type Sample } from '../../../../../support/x509/make-certificate.ts';

export const at = new Date('2026-06-01');
export const host = 'www.example.com';

/** An authority and one below it, for cases that are about something else. */
export const root = makeAuthority('Root');
export const middle = makeAuthority('Middle', { issuer: root });
export const good = makeServer([host], middle);

export interface ChainCase {
  readonly what: string;
  /** Where it is laid down. */
  readonly rule: string;
  readonly chain: readonly Pick<Sample, 'der'>[];
  readonly roots?: readonly Pick<Sample, 'der'>[];
  /** `www.example.com` unless said otherwise; null to look for no name. */
  readonly name?: string | null;
  readonly at?: Date;
  /** What a client finds; nothing where it takes the chain. */
  readonly client?: readonly ChainProblemCode[];
  /** What strict verification finds, where that is more. */
  readonly strict?: readonly ChainProblemCode[];
  /** Why OpenSSL decides otherwise than clients in general, where it does. */
  readonly opensslDiffers?: string;
}
