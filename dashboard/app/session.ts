import { signal } from '@preact/signals';
import type { Member, User } from '@sonde/client/api-types.generated.ts';
import { api, type Trouble, troubleOf } from './api.ts';
import { sessionEnded } from './connection.ts';
import { readLocations } from './locations.ts';

export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly trouble: Trouble }
  | { readonly state: 'open'; readonly user: User; readonly member: Member | null };

export const session = signal<Session>({ state: 'unknown' });

/** Finds out who is signed in. */
export async function findSession(): Promise<void> {
  try {
    const { user, member } = await api.call('GET /api/auth/me');
    begin(user, member);
  } catch (error) {
    const trouble = troubleOf(error);
    session.value = trouble.status === 401 ? { state: 'none' } : { state: 'failed', trouble };
    sessionEnded.value = false;
  }
}

/** Begins a session; rejects where the collector refuses. The cookie is out of reach of scripts. */
export async function signIn(email: string, password: string): Promise<void> {
  const { user, member } = await api.call('POST /api/auth/session', { body: { email, password } });
  begin(user, member);
}

/** Sets the password of the person that a link is for, and begins a session. */
export async function redeemSetupLink(link: {
  token: string;
  password: string;
  email?: string;
}): Promise<void> {
  const { user, member } = await api.call('POST /api/auth/setup', { body: link });
  begin(user, member);
}

export async function signOut(): Promise<void> {
  await api.call('DELETE /api/auth/session');
  session.value = { state: 'none' };
}

/** Whether the person may do what changes threats, exclusions and policy. */
export function mayWork(): boolean {
  const known = session.value;
  return known.state === 'open' && known.member?.role !== 'viewer';
}

/** Whom the person's own threats are assigned to: the address by which it signs in. */
export function ownName(): string {
  const known = session.value;
  return known.state === 'open' ? (known.member?.email ?? known.user.email) : '';
}

/** Whether the person may do all that the account may. */
export function isOwner(): boolean {
  const known = session.value;
  return known.state === 'open' && (known.member === null || known.member.role === 'owner');
}

function begin(user: User, member: Member | null): void {
  session.value = { state: 'open', user, member };
  sessionEnded.value = false;
  void readLocations();
}
