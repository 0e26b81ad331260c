import { InvalidInput } from '@sonde/shared/errors.ts';
import type { ChannelKind } from '../../../ports/threats/notifications.ts';

/** Addresses, and domains written as `@example.com`, that the operator lets accounts send mail to. */
export type MailRecipients = readonly string[];

/**
 * Where a channel leads, in normal form. Throws an InvalidInput for what can't be reached, and for addresses that the
 * operator has not allowed: accounts must not be able to have mail sent to anybody.
 */
export function readTarget(kind: ChannelKind, text: string, recipients: MailRecipients): string {
  return kind === 'webhook' ? readUrl(text) : readAddress(text, recipients);
}

function readUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidInput('target', 'A webhook is an http or https URL.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidInput('target', 'A URL with a user or a password in it is not posted to.');
  url.hash = '';
  return url.href;
}

function readAddress(text: string, recipients: MailRecipients): string {
  const address = text.trim().toLowerCase();
  const [, domain] = /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@([a-z0-9.-]{1,253})$/u.exec(address) ?? [];
  if (domain === undefined) throw new InvalidInput('target', 'This is no e-mail address.');
  const isAllowed = recipients.some((allowed) => [address, `@${domain}`].includes(allowed.toLowerCase()));
  if (!isAllowed)
    throw new InvalidInput('target', "The collector's operator has not allowed mail to this address.");
  return address;
}
