import { parse } from 'tldts';
import type { SeenDomains, ShownDomain } from '../../../../ports/traffic/seen-domains.ts';
import type { SeenCertificate } from '../../../../ports/transparency/certificates.ts';
import { RecentCertificates } from './recent-certificates.ts';

/** Domains that were noted a short while ago, and are not looked up again. */
const mostRemembered = 400_000;
const parsing = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
};

/** Keeps which registrable domains certificates are for, so that the first one of each is known. */
export class CertifiedDomains {
  readonly #seen: Pick<SeenDomains, 'note'>;
  #remembered: RecentCertificates;

  constructor(seen: Pick<SeenDomains, 'note'>, now: number) {
    this.#seen = seen;
    this.#remembered = new RecentCertificates(now, mostRemembered);
  }

  async note(certificates: readonly SeenCertificate[], now: number): Promise<void> {
    const found = new Map<string, ShownDomain>();
    for (const { names, loggedAt } of certificates)
      for (const name of names) {
        const { domain, isIcann, isPrivate } = parse(name.startsWith('*.') ? name.slice(2) : name, parsing);
        // What ends in no public suffix is nobody's registration.
        if (domain === null || (isIcann !== true && isPrivate !== true) || found.has(domain)) continue;
        if (this.#remembered.isNew(domain, now)) found.set(domain, { domain, at: loggedAt });
      }
    try {
      await this.#seen.note('ct', [...found.values()]);
    } catch (error) {
      // They come again, and are to be noted then.
      this.#remembered = new RecentCertificates(now, mostRemembered);
      throw error;
    }
  }
}
