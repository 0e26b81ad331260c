import type { SsoSettings } from '@sonde/shared/schemas/people/sso.ts';
import type { Tier } from './accounts.ts';
import type { Membership } from './credentials.ts';
import type { Role } from './people.ts';

/** An SSO provider is the provider that an account signs in by. */
export interface SsoProvider {
  readonly accountId: number;
  /** Whether that account administrates the installation. */
  readonly administrator: boolean;
  readonly source: 'api' | 'settings';
  readonly settings: SsoSettings;
  /** Encrypted. */
  readonly sealedSecret: string | null;
  readonly changedAt: Date;
}

/** An SSO user is somebody whom a provider knows: by its word at a sign-in, or because it told of him beforehand. */
export interface SsoUser {
  readonly id: number;
  /** The account whose provider it is. */
  readonly accountId: number;
  /** The issuer's own name for him, which alone says who he is; null before he first signed in. */
  readonly subject: string | null;
  readonly userName: string;
  readonly externalId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Whether he may sign in. */
  readonly active: boolean;
  /** Null if he has never signed in, or was taken out of the account. */
  readonly personId: number | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** An identity names the person whom an issuer means. */
export interface Identity {
  readonly accountId: number;
  readonly issuer: string;
  readonly subject: string;
}

/** A newcomer is somebody who is taken in at his first sign-in. */
export interface Newcomer extends Identity {
  /** Verified by the provider, lower case. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** In the provider's account; null for an account of his own. */
  readonly role: Role | null;
  /** The tier of an account of his own. */
  readonly tier: Tier;
}

/** The store keeps the providers of single sign-on, and the people who sign in by them. */
export interface SingleSignOnStore {
  find(accountId: number): Promise<SsoProvider | undefined>;
  findByHandle(handle: string): Promise<SsoProvider | undefined>;
  /** Lists the enabled providers of administrators, by name: they stand on the page where everybody signs in. */
  listOffered(): Promise<SsoProvider[]>;
  /** `taken` if the handle is another account's. */
  save(
    provider: Pick<SsoProvider, 'accountId' | 'source' | 'settings' | 'sealedSecret'>,
  ): Promise<SsoProvider | 'taken'>;
  /** Ends the sessions that were begun by it as well. */
  remove(accountId: number): Promise<boolean>;
  /** Forgets what settings said that say nothing any more. */
  removeFromSettings(): Promise<void>;

  /** By the issuer's own name for him. */
  findUser(identity: Identity): Promise<SsoUser | undefined>;
  /**
   * The one whom the provider told of beforehand and who has never signed in: by its external id, else by the verified address.
   * He is that subject from then on.
   */
  adoptUser(identity: Identity, by: { email: string | null }): Promise<SsoUser | undefined>;
  /**
   * Takes somebody in. `taken` if the e-mail address, in any case, is somebody's already; `full` if the account has
   * `most` members; `inactive` if the provider switched him off meanwhile.
   */
  admit(newcomer: Newcomer, most: number): Promise<Membership | 'taken' | 'full' | 'inactive'>;
  /** Makes an identity one more way of a person to sign in. `taken` if it is another's. */
  link(identity: Identity, personId: number): Promise<SsoUser | 'taken'>;
  /** Lists the identities that a person signs in by. */
  identitiesOf(personId: number): Promise<{ provider: SsoProvider; user: SsoUser }[]>;
  /** False if the person has no such identity. */
  unlink(personId: number, userId: number): Promise<boolean>;

  /** Notes that a session was begun by a provider, and what that calls it. */
  noteSession(sessionId: number, userId: number, sid: string | null): Promise<void>;
  /** Ends the sessions that a provider says are over: of a subject, of one of its own sessions, or of both. */
  endSessions(
    provider: { accountId: number; issuer: string },
    of: { subject: string | null; sid: string | null },
  ): Promise<number>;
}
