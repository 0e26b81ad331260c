/** A role states what a member may do in an account, from the most to the least. */
export const roles = ['owner', 'administrator', 'analyst', 'auditor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** A person is somebody who signs in. */
export interface Person {
  readonly id: number;
  /** Lower case; unique among people. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}
