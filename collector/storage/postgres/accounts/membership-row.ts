import type { Membership } from '../../../ports/accounts/credentials.ts';
import type { Person, Role } from '../../../ports/accounts/people.ts';
import { type AccountRow, toAccount } from './account-row.ts';

/** A person row is a person as the database tells it. */
export interface PersonRow {
  person_id: number;
  person_email: string;
  person_first_name: string | null;
  person_last_name: string | null;
}

export const personColumns = `person.id AS person_id, person.email AS person_email,
  person.first_name AS person_first_name, person.last_name AS person_last_name`;

/** A membership row is a member of an account as the database tells it. */
export interface MembershipRow extends AccountRow, PersonRow {
  role: Role;
  token_generation: number;
}

export const membershipColumns = `account.id, account.email, account.first_name, account.last_name, account.tier,
  account.administrator, account.created_at, member.role,
  person.token_generation, ${personColumns}`;

/** `membershipColumns` are columns of these tables. */
export const membershipTables = `memberships AS member
  JOIN people AS person ON person.id = member.person_id
  JOIN accounts AS account ON account.id = member.account_id`;

export function toPerson(row: PersonRow): Person {
  return {
    id: row.person_id,
    email: row.person_email,
    firstName: row.person_first_name,
    lastName: row.person_last_name,
  };
}

export function toMembership(row: MembershipRow): Membership {
  return {
    account: toAccount(row),
    person: toPerson(row),
    role: row.role,
    tokenGeneration: row.token_generation,
  };
}
