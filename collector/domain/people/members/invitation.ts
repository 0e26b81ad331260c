import { Conflict } from '@sonde/shared/errors.ts';
import type { MemberStore } from '../../../ports/accounts/members.ts';
import type { Mail, SendMail } from '../../../ports/system/mailer.ts';
import type { AccountCaller } from '../access/caller.ts';
import { ownBrand } from '../brand/brand.ts';
import type { Sender } from '../notifications/notice-mail.ts';
import { type MailRecipients, readTarget } from '../notifications/read-target.ts';
import { setupLinkUrl } from '../sessions/setup-link-url.ts';

/** Milliseconds for the mail. */
const patience = 15_000;

export interface InvitationPorts {
  readonly mailRecipients: MailRecipients;
  readonly sendMail?: SendMail | undefined;
  readonly sender?: (() => Sender) | undefined;
  /** Where people open the dashboard: the link leads there. */
  readonly publicUrl: string | undefined;
}

/** Throws if an invitation can't be mailed to that address: a Conflict, or InvalidInput for one that the operator has not allowed. */
export function checkInvitation(
  email: string,
  { sendMail, publicUrl, mailRecipients }: InvitationPorts,
): void {
  if (sendMail === undefined) throw new Conflict('This collector has no mail server (SONDE_SMTP_URL).');
  if (publicUrl === undefined)
    throw new Conflict('Mails need links: SONDE_PUBLIC_URL says where people open the dashboard.');
  readTarget('email', email, mailRecipients, 'email');
}

/** Mails somebody the link by which he sets his password. Throws a Conflict if that fails. */
export async function mailInvitation(
  to: string,
  link: { readonly token: string; readonly expiresAt: Date },
  caller: AccountCaller,
  ports: InvitationPorts & { readonly members: Pick<MemberStore, 'list'> },
  signal: AbortSignal,
): Promise<void> {
  checkInvitation(to, ports);
  const members = await ports.members.list(caller.accountId);
  const inviter = members.find(({ id }) => id === caller.personId)?.email ?? null;
  const url = setupLinkUrl(ports.publicUrl!.replace(/\/$/, ''), link.token);
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    await ports.sendMail!(
      invitationMail(to, { url, expiresAt: link.expiresAt, inviter }, ports.sender?.()),
      inTime,
    );
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Conflict(`The invitation could not be mailed: ${reason}`);
  }
}

function invitationMail(
  to: string,
  { url, expiresAt, inviter }: { url: string; expiresAt: Date; inviter: string | null },
  { name, support }: Sender = ownBrand,
): Mail {
  const help = support.email ?? support.url;
  return {
    to,
    subject: `${name}: you are invited`,
    text:
      `${inviter ?? 'Somebody'} has taken you into an account of ${name}.\n\n` +
      `Set a password here to sign in. The link is good once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC:\n${url}\n\n` +
      'If you expected no such invitation, do nothing.\n' +
      (help === null ? '' : `\n-- \n${name}: ${help}\n`),
  };
}
