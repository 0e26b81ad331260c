import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { texts } from '../../texts/en/account.ts';

export type AccountMember = AnswerOf<'GET /api/account/members'>['members'][number];
export type Role = AccountMember['role'];

/** What a member may be, as a choice; the least first. */
export const roleOptions: readonly (readonly [Role, string])[] = [
  ['viewer', texts.roles.viewer],
  ['analyst', texts.roles.analyst],
  ['owner', texts.roles.owner],
];
