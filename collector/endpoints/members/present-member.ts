import type { accountMemberSchema } from '@sonde/shared/schemas/account.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { setupLinkUrl } from '../../domain/people/sessions/setup-link-url.ts';
import type { Member } from '../../ports/accounts/members.ts';

/** Presents a member as the other members see him. */
export function presentAccountMember(member: Member): z.input<typeof accountMemberSchema> {
  return {
    id: member.id,
    email: member.email,
    first_name: member.firstName,
    last_name: member.lastName,
    role: member.role,
    since: member.since.toISOString(),
    has_password: member.hasPassword,
  };
}

/** A setup link is a link by which somebody sets his password. */
export const setupLinkSchema = z
  .object({
    path: z.string().describe('What stands behind the address of the collector, shown this once.'),
    expires_at: timestampSchema,
  })
  .meta({ id: 'SetupLink' });

export function presentSetupLink({ token, expiresAt }: { token: string; expiresAt: Date }) {
  return { path: setupLinkUrl('', token), expires_at: expiresAt.toISOString() };
}
