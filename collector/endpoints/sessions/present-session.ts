import type { memberSchema, sessionSchema } from '@sonde/shared/schemas/people/account.ts';
import type { z } from 'zod';
import type { AccountCaller } from '../../domain/people/access/caller.ts';
import { longestSessionSeconds } from '../../domain/people/sessions/session-bounds.ts';
import type { Membership } from '../../ports/accounts/credentials.ts';
import type { Person } from '../../ports/accounts/people.ts';
import type { Session } from '../../ports/accounts/sessions.ts';

/** Presents a session as the API shows it. */
export function presentSession(
  session: Session & { readonly person: Pick<Person, 'id' | 'email'> },
  caller: Pick<AccountCaller, 'session'>,
): z.input<typeof sessionSchema> {
  return {
    id: session.id,
    person: { id: session.person.id, email: session.person.email },
    current: session.id === caller.session?.id,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: new Date(session.createdAt.getTime() + longestSessionSeconds * 1_000).toISOString(),
    address: session.address,
    user_agent: session.userAgent,
  };
}

/** Presents a member as the API shows it. */
export function presentMember({ person, role }: Membership): z.input<typeof memberSchema> {
  return {
    id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role,
  };
}
