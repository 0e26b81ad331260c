import type { Account } from './accounts.ts';
import type { Person, Role } from './people.ts';

/** A membership is a person in one of his accounts. */
export interface Membership {
  readonly account: Account;
  readonly person: Person;
  readonly role: Role;
  /** Counts how often the person's tokens were voided: those of an earlier generation are void. */
  readonly tokenGeneration: number;
}

/** A login is checked against these credentials. */
export interface Credentials extends Membership {
  /** The hash as the hashing function wrote it, its parameters included; null if the person has no password. */
  readonly passwordHash: string | null;
}

/**
 * The credential store keeps registrations and passwords. Hashes come in ready: no password in clear reaches a store.
 */
export interface CredentialStore {
  /**
   * Makes an account and the person who owns it. Undefined if the e-mail address, in any case, has an account or a
   * person already, also if both register at once.
   */
  register(account: {
    email: string;
    firstName: string | null;
    lastName: string | null;
    passwordHash: string;
  }): Promise<Membership | undefined>;
  /** The person of that address, in the account that he was first a member of. */
  find(email: string): Promise<Credentials | undefined>;
  /** The person, in the account that he was first a member of. */
  findPerson(personId: number): Promise<Membership | undefined>;
  /** The person in that account; its first owner if no person is named. */
  findMember(accountId: number, personId: number | null): Promise<Credentials | undefined>;
  /**
   * Sets the password, voids all tokens issued before, and ends all sessions but `except`. False if there is no such
   * person.
   */
  setPassword(personId: number, passwordHash: string, except?: number): Promise<boolean>;
  /** Another hash of the same password: nothing else changes. Does nothing if the password has changed meanwhile. */
  renewHash(personId: number, before: string, passwordHash: string): Promise<void>;
  /** Voids all tokens issued before now and ends all sessions: of the person, or of all members if none is named. */
  signOutEverywhere(accountId: number, personId: number | null): Promise<void>;
  /** Finds the member whom a token is for. Undefined if there is no such member. */
  tokenHolder(accountId: number, personId: number): Promise<Membership | undefined>;
}
