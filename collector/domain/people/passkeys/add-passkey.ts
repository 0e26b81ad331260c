import { Conflict, InvalidInput, NotFound, TicketOver } from '@sonde/shared/errors.ts';
import type { newCredentialSchema } from '@sonde/shared/schemas/people/passkey.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { z } from 'zod';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { Passkey, PasskeyStore } from '../../../ports/accounts/passkeys.ts';
import type { AccountCaller } from '../access/caller.ts';
import { challengeOf, type Tickets } from '../second-factor/tickets.ts';
import { creationOptions, userHandle } from './options.ts';
import type { RelyingParty } from './relying-party.ts';
import { PasskeyFault, verifyRegistration } from './webauthn.ts';

/** A person may have at most this many passkeys. */
export const mostPasskeys = 20;

/** A signed-in caller is a person who signed in with a browser. */
export type SignedIn = AccountCaller & {
  readonly personId: number;
  readonly session: { readonly id: number };
};

/** Gives a browser the options and the ticket to make a passkey. */
export async function offerPasskey(
  caller: SignedIn,
  party: RelyingParty,
  ports: {
    readonly passkeys: Pick<PasskeyStore, 'list'>;
    readonly credentials: Pick<CredentialStore, 'findMember'>;
    readonly tickets: Pick<Tickets, 'issue'>;
    readonly installationId: string;
  },
) {
  const { accountId, personId, session } = caller;
  const [member, known] = await Promise.all([
    ports.credentials.findMember(accountId, personId),
    ports.passkeys.list(personId),
  ]);
  if (member === undefined) throw new NotFound('person');
  if (known.length >= mostPasskeys) throw tooMany();
  const ticket = ports.tickets.issue('passkey_registration', { personId, sessionId: session.id });
  const handle = userHandle(ports.installationId, personId);
  return { ticket, options: creationOptions(ticket, party, member.person, handle, known) };
}

export interface AddPasskeyPorts {
  readonly passkeys: Pick<PasskeyStore, 'add'>;
  readonly tickets: Pick<Tickets, 'open'>;
  readonly clock: Clock;
}

/** Takes a passkey that a browser made. */
export async function addPasskey(
  caller: SignedIn,
  wanted: { ticket: string; name: string; credential: z.output<typeof newCredentialSchema> },
  party: RelyingParty,
  ports: AddPasskeyPorts,
): Promise<Passkey> {
  const opened = ports.tickets.open(wanted.ticket, 'passkey_registration');
  const { personId, sessionId } = opened.content;
  if (personId !== caller.personId || sessionId !== caller.session.id) throw new TicketOver();
  const { id, response } = wanted.credential;
  const credentialId = Buffer.from(id, 'base64url');
  const publicKey = Buffer.from(response.publicKey, 'base64url');
  const verified = refusingFaults(() =>
    verifyRegistration(
      {
        credentialId,
        clientData: Buffer.from(response.clientDataJSON, 'base64url'),
        authenticatorData: Buffer.from(response.authenticatorData, 'base64url'),
        publicKey,
        algorithm: response.publicKeyAlgorithm,
      },
      { challenge: challengeOf(wanted.ticket), party },
    ),
  );
  await opened.use();
  const added = await ports.passkeys.add(
    {
      personId,
      credentialId,
      publicKey,
      signCount: verified.signCount,
      backedUp: verified.backedUp,
      // What authenticators may answer by is told back to them, and nothing else.
      transports: (response.transports ?? []).filter((one) => /^[a-z-]{1,32}$/.test(one)),
      relyingParty: party.id,
      name: wanted.name,
      createdAt: new Date(ports.clock.now()),
    },
    mostPasskeys,
  );
  if (added === 'taken') throw new Conflict('This passkey is known already.');
  if (added === 'full') throw tooMany();
  return added;
}

function refusingFaults<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof PasskeyFault) {
      throw new InvalidInput('credential', `The passkey is refused: ${error.message}.`);
    }
    throw error;
  }
}

function tooMany(): Conflict {
  return new Conflict(`A person may have at most ${mostPasskeys} passkeys.`);
}
