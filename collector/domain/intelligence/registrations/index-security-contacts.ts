import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { getDomain } from 'tldts';
import type { Contact, RegistrationIndex } from '../../../ports/registrations/registration-index.ts';
import { normalContact } from './normal-contact.ts';

export interface SecurityContactPorts {
  readonly registrationIndex: Pick<RegistrationIndex, 'record'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Takes the mailboxes of a security.txt into the index of registrations. Only the site of the domain itself speaks for the domain:
 * with `www.` or without. Never rejects, since the check of the page is worth its answer all the same.
 */
export async function indexSecurityContacts(
  url: string,
  mailboxes: readonly string[],
  { registrationIndex, clock, log }: SecurityContactPorts,
): Promise<void> {
  const host = new URL(url).hostname;
  const domain = getDomain(host);
  if (domain === null || (host !== domain && host !== `www.${domain}`)) return;
  const contacts = mailboxes.flatMap((mailbox): Contact[] => {
    const value = normalContact('email', mailbox);
    return value === undefined ? [] : [{ kind: 'email', value, role: 'security_txt' }];
  });
  if (contacts.length === 0) return;
  const unknown = {
    ...{ registrarName: null, registrarIanaId: null, registrarAbuseEmail: null, registeredAt: null },
    ...{ expiresAt: null, nameServers: null, countryCode: null, secureDns: null },
  };
  try {
    await registrationIndex.record([
      { domain, ...unknown, contacts, source: 'security.txt', seenAt: new Date(clock.now()) },
    ]);
  } catch (error) {
    log.error({ err: error, domain }, 'contacts of a security.txt could not be indexed');
  }
}
