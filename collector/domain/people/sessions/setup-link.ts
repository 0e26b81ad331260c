import { Conflict, InvalidCredential, TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { Membership } from '../../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import type { SetupLinkStore } from '../../../ports/accounts/setup-links.ts';
import { windowSeconds } from '../accounts/log-in.ts';
import type { PasswordHasher } from '../accounts/password-hash.ts';
import { addressSubject } from '../quota/usage-subject.ts';
import { hashOfToken, makeSecretToken } from './secret-token.ts';

/** One address (a /64 of IPv6) may try at most this many tokens of links within the window of logins. */
export const mostSetupAttempts = 30;

/** Makes the token of a link by which a person sets his password, good for some milliseconds. */
export async function makeSetupLink(
  personId: number,
  lifetime: number,
  ports: { setupLinks: Pick<SetupLinkStore, 'create'>; random: Random; clock: Clock },
): Promise<{ token: string; expiresAt: Date }> {
  const { token, hash } = makeSecretToken(ports.random);
  const expiresAt = new Date(ports.clock.now() + lifetime);
  await ports.setupLinks.create({ personId, hash, expiresAt });
  return { token, expiresAt };
}

export interface SetupLinkPorts {
  readonly setupLinks: Pick<SetupLinkStore, 'find' | 'redeem'>;
  readonly attempts: Pick<LoginAttempts, 'count'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly clock: Clock;
}

/** Finds the person whom a link is for. Throws if the link is not good, or too many were tried from there. */
export async function readSetupLink(
  token: string,
  address: string,
  ports: Pick<SetupLinkPorts, 'setupLinks' | 'attempts' | 'clock'>,
): Promise<Membership> {
  return (await findLink(token, address, ports)).member;
}

export interface Redemption {
  readonly token: string;
  readonly password: string;
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** The address that the attempt comes from. */
  readonly address: string;
}

/** Uses a link up and sets the password. Whoever comes second with the same one is refused. */
export async function redeemSetupLink(
  { token, password, address, ...names }: Redemption,
  ports: SetupLinkPorts,
): Promise<Membership> {
  // Before the hash, which costs a lot.
  const { hash } = await findLink(token, address, ports);
  const passwordHash = await ports.passwords.hash(password);
  const at = new Date(ports.clock.now());
  const member = await ports.setupLinks.redeem(hash, at, { passwordHash, ...names });
  if (member === 'taken') throw new Conflict('This e-mail address belongs to somebody else already.');
  if (member === undefined) throw notGood();
  return member;
}

async function findLink(
  token: string,
  address: string,
  { setupLinks, attempts, clock }: Pick<SetupLinkPorts, 'setupLinks' | 'attempts' | 'clock'>,
): Promise<{ hash: Buffer; member: Membership }> {
  const at = new Date(clock.now());
  const subject = `setup:${addressSubject(address)}`;
  const records = await attempts.count([subject], at, windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > mostSetupAttempts) throw new TooManyAttempts(windowSeconds);
  const hash = hashOfToken(token);
  const member = hash === undefined ? undefined : await setupLinks.find(hash, at);
  if (hash === undefined || member === undefined) throw notGood();
  return { hash, member };
}

function notGood(): InvalidCredential {
  return new InvalidCredential(
    'This link is not good any more: it was used, replaced by a newer one, or is over.',
  );
}
