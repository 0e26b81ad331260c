import { type AlertExpiryPorts, alertExpiry } from '../domain/intelligence/scan/alert-expiry.ts';
import type { WatchedCertificateStore } from '../ports/transparency/watched-certificates.ts';
import { defineJob } from './define-job.ts';

const mostAtOnce = 1_000;

export const tellUnrenewed = defineJob<
  AlertExpiryPorts & { readonly watchedCertificates: Pick<WatchedCertificateStore, 'unrenewed'> }
>({
  name: 'tell-unrenewed',
  summary:
    'Tells of certificates in followed logs for watched domains that are about to end and that nobody renewed.',
  everySeconds: 3_600,
  firstSeconds: 60,
  run: async (ports, signal) => {
    for (const { watched, id, name, notAfter } of await ports.watchedCertificates.unrenewed(mostAtOnce)) {
      if (signal.aborted) return;
      await alertExpiry(
        {
          domain: watched,
          what: 'certificate',
          place: `certificate log ${name}`,
          identity: id,
          endsAt: notAfter.toISOString(),
        },
        ports,
      );
    }
  },
});
