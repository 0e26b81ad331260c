import { type AlertExpiryPorts, alertExpiry } from '../domain/intelligence/scan/alert-expiry.ts';
import type {
  UnrenewedCertificate,
  WatchedCertificateStore,
} from '../ports/transparency/watched-certificates.ts';
import { defineJob } from './define-job.ts';

const mostAtOnce = 1_000;
/** Letters of a certificate's digest that tell it from others of its name. */
const idLetters = 16;

export const tellUnrenewed = defineJob<
  AlertExpiryPorts & { readonly watchedCertificates: Pick<WatchedCertificateStore, 'unrenewed'> }
>({
  name: 'tell-unrenewed',
  summary:
    'Tells of certificates in followed logs for watched domains that are about to end and that nobody renewed.',
  everySeconds: 3_600,
  firstSeconds: 60,
  run: async (ports, signal) => {
    let after: UnrenewedCertificate | undefined;
    do {
      const found = await ports.watchedCertificates.unrenewed(mostAtOnce, after);
      for (const { watched, id, name, notAfter } of found) {
        if (signal.aborted) return;
        // What was told is known by its place, so each certificate has its own: two of one name would be told in turn for ever.
        const place = `certificate log ${name} ${id.slice(0, idLetters)}`;
        const endsAt = notAfter.toISOString();
        await alertExpiry({ domain: watched, what: 'certificate', place, identity: id, endsAt }, ports);
      }
      after = found.length < mostAtOnce ? undefined : found.at(-1);
    } while (after !== undefined);
  },
});
