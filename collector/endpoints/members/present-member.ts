import type { accountMemberSchema } from '@sonde/shared/schemas/people/account.ts';
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
    link_expires_at: member.linkExpiresAt?.toISOString() ?? null,
  };
}

/** A setup link is a link by which somebody sets his password. */
export const setupLinkSchema = z
  .object({
    path: z
      .string()
      .describe('Path of the link. Append it to the address of the collector. Shown only in this answer.'),
    expires_at: timestampSchema,
  })
  .meta({ id: 'SetupLink' });

export function presentSetupLink({ token, expiresAt }: { token: string; expiresAt: Date }) {
  return { path: setupLinkUrl('', token), expires_at: expiresAt.toISOString() };
}

/** The link of a member, shown to who made it unless it was mailed. */
export const memberLinkSchema = z
  .object({
    path: z
      .string()
      .nullable()
      .describe(
        'Path of the link. Append it to the address of the collector. Shown only in this answer; null ' +
          'if the link was mailed.',
      ),
    expires_at: timestampSchema,
  })
  .meta({ id: 'MemberLink' });

/** The flag `mailed` tells whether the link is mailed to the member. */
export const mailedSchema = z
  .boolean()
  .default(false)
  .describe(
    'Whether to mail the link to the member instead of showing it. The address must be allowed in ' +
      '`SONDE_MAIL_RECIPIENTS`. `SONDE_SMTP_URL` and `SONDE_PUBLIC_URL` must be set; otherwise the ' +
      'answer is 409.',
  );

export function presentMemberLink(link: { token: string; expiresAt: Date }, mailed: boolean) {
  const shown = presentSetupLink(link);
  return mailed ? { ...shown, path: null } : shown;
}
