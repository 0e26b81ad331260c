import { InvalidInput, NotFound } from '@sonde/shared/errors.ts';
import type { ScheduleSettings } from '../../../../ports/compliance/compliance-schedules.ts';
import type { Content } from '../../../../ports/content/content.ts';
import { type MailRecipients, readTarget } from '../../../people/notifications/read-target.ts';
import type { Framework } from '../framework.ts';
import { readDomains } from '../submit-report.ts';

export interface ReadSchedulePorts {
  readonly frameworks: Content<Framework>;
  readonly mailRecipients: MailRecipients;
}

/** Reads settings as people give them into stored form. Throws NotFound and a DomainError `invalid_input`. */
export function readSchedule(
  given: Omit<ScheduleSettings, 'title'> & { readonly title: string | undefined },
  { frameworks, mailRecipients }: ReadSchedulePorts,
): ScheduleSettings {
  const framework = frameworks.current.items.find(({ id }) => id === given.framework);
  if (framework === undefined) throw new NotFound('framework');
  const domains = readDomains(given.domains);
  if (domains.length === 0 && !framework.controls.some(({ of }) => of === 'account')) {
    throw new InvalidInput('domains', 'This framework asks of domains alone: name one at the least.');
  }
  const emails = given.emails.map((text) => readTarget('email', text, mailRecipients));
  const webhooks = given.webhooks.map((text) => readTarget('webhook', text, mailRecipients));
  return {
    ...given,
    title: given.title ?? framework.title,
    domains,
    emails: [...new Set(emails)],
    webhooks: [...new Set(webhooks)],
  };
}
