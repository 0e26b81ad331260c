import { hash } from 'node:crypto';
import type { creationOptionsSchema, requestOptionsSchema } from '@sonde/shared/schemas/people/passkey.ts';
import type { z } from 'zod';
import type { Passkey } from '../../../ports/accounts/passkeys.ts';
import type { Person } from '../../../ports/accounts/people.ts';
import { challengeOf } from '../second-factor/tickets.ts';
import type { RelyingParty } from './relying-party.ts';
import { algorithms } from './webauthn.ts';

/** Milliseconds for the person; the ticket lives longer. */
const timeout = 240_000;

/**
 * Makes the options by which a browser makes a passkey: one that tells by itself whose it is, and verifies who is
 * there.
 */
export function creationOptions(
  ticket: string,
  party: RelyingParty,
  person: Person,
  handle: string,
  known: readonly Passkey[],
): z.input<typeof creationOptionsSchema> {
  const name = [person.firstName, person.lastName].filter((part) => part !== null).join(' ');
  return {
    rp: { id: party.id, name: 'Sonde' },
    user: { id: handle, name: person.email, displayName: name || person.email },
    challenge: challengeOf(ticket),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: named(known, party),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** Makes the options by which a browser asks for a passkey: any of the host's, or one of the known ones. */
export function requestOptions(
  ticket: string,
  party: RelyingParty,
  known: readonly Passkey[] = [],
): z.input<typeof requestOptionsSchema> {
  return {
    challenge: challengeOf(ticket),
    rpId: party.id,
    timeout,
    allowCredentials: named(known, party),
    userVerification: 'required',
  };
}

/**
 * Makes the handle that authenticators know a person by: nothing that tells who it is, and another in each
 * installation, since two on one host (`localhost`) would overwrite each other's passkeys.
 */
export function userHandle(installationId: string, personId: number): string {
  return hash('sha256', `${installationId} ${personId}`, 'base64url');
}

function named(known: readonly Passkey[], party: RelyingParty) {
  return known
    .filter(({ relyingParty }) => relyingParty === party.id)
    .map(({ credentialId, transports }) => ({
      type: 'public-key' as const,
      id: credentialId.toString('base64url'),
      transports: [...transports],
    }));
}
