import type { DomainSource, SeenDomains } from '../../../ports/traffic/seen-domains.ts';
import type { CertificateLogStore } from '../../../ports/transparency/certificate-logs.ts';

/** A source that is `not_configured` was asked nothing, so that an empty list of it says nothing about domains. */
export type SourceState = 'active' | 'not_configured';

export interface SourceStatePorts {
  readonly certificateLogs: Pick<CertificateLogStore, 'totals'>;
  readonly seenDomains: Pick<SeenDomains, 'begin'>;
}

/** Tells whether a source of new domains is fed: own traffic always is. Throws a StoreError. */
export async function sourceStateOf(
  source: 'traffic' | DomainSource,
  { certificateLogs, seenDomains }: SourceStatePorts,
): Promise<SourceState> {
  if (source === 'traffic') return 'active';
  const isFed =
    source === 'ct'
      ? (await certificateLogs.totals()).followed > 0
      : (await seenDomains.begin('zone')) !== undefined;
  return isFed ? 'active' : 'not_configured';
}
