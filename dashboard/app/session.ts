import { signal } from '@preact/signals';
import type { Member, User } from '@sonde/client/api-types.generated.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';
import { api, type Trouble, troubleOf } from './api.ts';
import { readClientNames } from './client-names.ts';
import { sessionEnded } from './connection.ts';
import { readLocations } from './locations.ts';
import { answerByPasskey } from './passkeys.ts';
import { rememberSession } from './preferences.ts';

export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly trouble: Trouble }
  | { readonly state: 'open'; readonly user: User; readonly member: Member | null };

export const session = signal<Session>({ state: 'unknown' });

/** Finds out who is signed in. */
export async function findSession(): Promise<void> {
  // Asked at once: most who open a page are signed in.
  const beside = readBeside();
  try {
    const { user, member } = await api.call('GET /api/auth/me');
    await beside;
    open(user, member);
  } catch (error) {
    const trouble = troubleOf(error);
    await beside;
    if (trouble.status === 401) endSession();
    else session.value = { state: 'failed', trouble };
    sessionEnded.value = false;
  }
}

/**
 * Begins a session; rejects if the collector refuses. The cookie is out of reach of scripts. Where a code is asked for as
 * well, nothing is begun, and the ticket to that step returned.
 */
export function signIn(email: string, password: string): Promise<string | undefined> {
  return firstStep(() => api.call('POST /api/auth/session', { body: { email, password } }));
}

/** Sends the second step of signing in: a code of the authenticator app, or a recovery code. */
export async function sendCode(ticket: string, code: string): Promise<void> {
  const { user, member } = await api.call('POST /api/auth/session/second-factor', { body: { ticket, code } });
  await begin(user, member);
}

/**
 * Begins a session by a passkey: without a password, and without a code. With a signal the browser offers passkeys where the name is
 * typed, until one is chosen.
 */
export async function signInByPasskey(untilAborted?: AbortSignal): Promise<void> {
  const offer = await api.call('POST /api/auth/session/passkey/options');
  if (untilAborted?.aborted) return;
  const answer = await answerByPasskey(offer, untilAborted);
  const { user, member } = await api.call('POST /api/auth/session/passkey', { body: answer });
  await begin(user, member);
}

/** Sets the password of the person that a link is for, and begins a session; or returns the ticket to the second step. */
export function redeemSetupLink(link: {
  token: string;
  password: string;
  email?: string;
}): Promise<string | undefined> {
  return firstStep(() => api.call('POST /api/auth/setup', { body: link }));
}

export async function signOut(): Promise<void> {
  await api.call('DELETE /api/auth/session');
  endSession();
}

/** Tells whether the person may do what changes threats, exclusions and policy. */
export function mayWork(): boolean {
  return hasRole('analyst', 'administrator', 'owner');
}

/** Tells whether the person may read what was done in the account. */
export function mayAudit(): boolean {
  return hasRole('auditor', 'administrator', 'owner');
}

/** Tells whether the person has one of these roles. A session that is no member's has the account's own rights. */
function hasRole(...roles: readonly Member['role'][]): boolean {
  const known = session.value;
  return known.state === 'open' && (known.member === null || roles.includes(known.member.role));
}

/** Tells whether the person may see a page. */
export function mayOpen({ administrator, work }: { administrator?: boolean; work?: boolean }): boolean {
  const known = session.value;
  return (
    known.state === 'open' &&
    (administrator !== true || known.user.administrator) &&
    (work !== true || mayWork())
  );
}

/** Returns the owner name of the person's own threats: the address by which the person signs in. */
export function ownName(): string {
  const known = session.value;
  return known.state === 'open' ? (known.member?.email ?? known.user.email) : '';
}

/** Tells whether the person may change what all accounts share. */
export function isAdministrator(): boolean {
  const known = session.value;
  return known.state === 'open' && known.user.administrator && isOwner();
}

/** Tells whether the person may change what is the account's: keys, members, locations, channels. */
export function mayManage(): boolean {
  return hasRole('administrator', 'owner');
}

/** Tells whether the person may do all that the account may. */
export function isOwner(): boolean {
  return hasRole('owner');
}

async function firstStep(work: () => Promise<{ user: User; member: Member }>): Promise<string | undefined> {
  try {
    const { user, member } = await work();
    await begin(user, member);
    return undefined;
  } catch (error) {
    if (error instanceof SondeError && error.code === 'second_factor_required') return error.ticket;
    throw error;
  }
}

async function begin(user: User, member: Member | null): Promise<void> {
  sessionEnded.value = false;
  await readBeside();
  open(user, member);
}

/** Locations and names of clients come first: pages are made of them from their first moment, and nothing moves when they arrive. */
async function readBeside(): Promise<void> {
  await Promise.all([readLocations(), readClientNames()]);
}

function open(user: User, member: Member | null): void {
  rememberSession(true);
  session.value = { state: 'open', user, member };
}

/** The session is gone: the next page asks for the name and the password. */
export function endSession(): void {
  rememberSession(false);
  session.value = { state: 'none' };
}
