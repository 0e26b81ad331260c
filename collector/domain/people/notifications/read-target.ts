import { InvalidInput } from '@sonde/shared/errors.ts';
import type { ChannelKind } from '@sonde/shared/schemas/notification-channel.ts';
import { channelKinds } from './kinds/index.ts';

/**
 * Mail recipients are addresses, and domains written as `@example.com`, that the operator lets accounts send mail to.
 */
export type MailRecipients = readonly string[];

/**
 * Reads the target of a channel into normal form. Throws an InvalidInput for what can't be reached, and for addresses
 * that the operator has not allowed: accounts must not be able to have mail sent to anybody.
 */
export function readTarget(
  kind: ChannelKind,
  text: string,
  recipients: MailRecipients,
  field = 'target',
): string {
  return kind === 'email' ? readAddress(text, recipients, field) : channelKinds[kind].readTarget(text);
}

function readAddress(text: string, recipients: MailRecipients, field: string): string {
  const address = text.trim().toLowerCase();
  const [, domain] = /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@([a-z0-9.-]{1,253})$/u.exec(address) ?? [];
  if (domain === undefined) throw new InvalidInput(field, 'This is no e-mail address.');
  const isAllowed = recipients.some((allowed) => [address, `@${domain}`].includes(allowed.toLowerCase()));
  if (!isAllowed)
    throw new InvalidInput(field, "The collector's operator has not allowed mail to this address.");
  return address;
}
