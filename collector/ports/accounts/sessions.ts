import type { Membership } from './credentials.ts';
import type { Person } from './people.ts';

/** A session is somebody's sign-in with a browser. */
export interface Session {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** When the person last proved who he is. */
  readonly confirmedAt: Date;
  /** The address at which it was begun. */
  readonly address: string;
  readonly userAgent: string | null;
}

/** Session bounds state which sessions count at a moment. */
export interface SessionBounds {
  /** Used since. */
  readonly usedAfter: Date;
  /** Begun since. */
  readonly begunAfter: Date;
}

/** Sessions are stored by the SHA-256 of their token alone, which is random and long. */
export interface SessionStore {
  /** Undefined if the person is no member of the account. More than `most` of a person end the oldest. */
  begin(session: {
    personId: number;
    accountId: number;
    hash: Buffer;
    at: Date;
    address: string;
    userAgent: string | null;
    most: number;
  }): Promise<Session | undefined>;
  /** Undefined if there is none within the bounds. */
  find(hash: Buffer, bounds: SessionBounds): Promise<(Session & Membership) | undefined>;
  /** Notes that it was used; never goes back. */
  use(id: number, at: Date): Promise<void>;
  /** Notes that the person has proved again who he is. */
  confirm(id: number, at: Date): Promise<void>;
  /** Lists the sessions in an account, of one person or of all, newest first. */
  list(
    accountId: number,
    personId: number | null,
    bounds: SessionBounds,
  ): Promise<(Session & { readonly person: Person })[]>;
  /** False if the account, or the person if one is named, has no such session. */
  end(accountId: number, personId: number | null, id: number): Promise<boolean>;
  /** Ends all but `except`; returns how many those were. */
  endAll(accountId: number, personId: number | null, except: number | null): Promise<number>;
  /** Forgets those that are out of their bounds. */
  forget(bounds: SessionBounds): Promise<number>;
}
