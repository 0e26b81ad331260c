import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { texts } from '../../texts/en/access/account.ts';

export type AccountMember = AnswerOf<'GET /api/account/members'>['members'][number];
export type Role = AccountMember['role'];

/** The role options are the roles of a member as choices; the least comes first. */
export const roleOptions: readonly (readonly [Role, string])[] = [
  ['viewer', texts.roles.viewer],
  ['auditor', texts.roles.auditor],
  ['analyst', texts.roles.analyst],
  ['administrator', texts.roles.administrator],
  ['owner', texts.roles.owner],
];
