import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import type { SecretBox } from '../../domain/people/access/secret-box.ts';
import type { Brand } from '../../domain/people/brand/brand.ts';
import { chooseBrand } from '../../domain/people/brand/choose-brand.ts';
import { Notifier } from '../../domain/people/notifications/notifier.ts';
import { createOpenIdClient } from '../../network/open-id-client.ts';
import { createSmtpMailer } from '../../network/smtp-mailer.ts';
import type { Content } from '../../ports/content/content.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import { outboundGuard } from '../outbound-guard.ts';
import type { Stores } from '../stores/create-stores.ts';

/** Creates the parts that ask others on behalf of accounts: channels that tell of threats, and providers. */
export function createNotifications(
  config: Pick<Config, 'allowedNetworks' | 'smtpUrl' | 'mailFrom' | 'mailRecipients' | 'publicUrl'>,
  { notificationQueue }: Pick<Stores, 'notificationQueue'>,
  {
    brands,
    secrets,
    addressNotes,
    meter,
    log,
  }: { brands: Content<Brand>; secrets: SecretBox; addressNotes: AddressNotes; meter: Meter; log: Log },
) {
  const guard = outboundGuard(config);
  // Apart from that of feeds: neither waits for the other's turns.
  const notificationFetch = createGuardedFetch(guard);
  const sendMail =
    config.smtpUrl === undefined
      ? undefined
      : createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }, guard);
  const ways = { notificationFetch, sendMail, sender: () => chooseBrand(null, { brands }) };
  return {
    ...ways,
    // As slow as its providers are, and apart from what they could hold up.
    openId: createOpenIdClient({ fetch: createGuardedFetch(guard), clock }),
    mailRecipients: sendMail === undefined ? [] : config.mailRecipients,
    notifier: new Notifier({
      ...ways,
      secrets,
      publicUrl: config.publicUrl,
      notificationQueue,
      addressNotes,
      clock,
      meter,
      log,
    }),
  };
}
