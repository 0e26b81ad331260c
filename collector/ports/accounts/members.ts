import type { Person, Role } from './people.ts';

/** A member is a person in an account, as the account's other members see him. */
export interface Member extends Person {
  readonly role: Role;
  readonly since: Date;
  /** Whether he has set a password, or has only been asked to. */
  readonly hasPassword: boolean;
  /** Until when the link by which he sets it is good; null if there is none that is. */
  readonly linkExpiresAt: Date | null;
}

/** The member store keeps the people of accounts. */
export interface MemberStore {
  /** Lists the members of an account, who came first first. */
  list(accountId: number): Promise<Member[]>;
  /** `taken` if the e-mail address, in any case, is somebody's already; `full` if the account has `most` members. */
  add(
    member: {
      accountId: number;
      email: string;
      firstName: string | null;
      lastName: string | null;
      role: Role;
    },
    most: number,
  ): Promise<Member | 'taken' | 'full'>;
  /**
   * Undefined if there is no such member; `last_owner` if no owner would be left, whatever is changed at once; `owners_only`
   * if the member is an owner and `by`, the role of who asks, is another.
   */
  setRole(
    accountId: number,
    personId: number,
    role: Role,
    by?: Role,
  ): Promise<Member | 'last_owner' | 'owners_only' | undefined>;
  /** Ends the membership and its sessions; who is in no account any more is forgotten. */
  remove(
    accountId: number,
    personId: number,
    by?: Role,
  ): Promise<'removed' | 'last_owner' | 'owners_only' | undefined>;
  /** Tells whether the person is a member of that account and of no other: undefined if he is no member. */
  isAlone(accountId: number, personId: number): Promise<boolean | undefined>;
}
