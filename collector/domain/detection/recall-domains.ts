import type { Log } from '@sonde/shared/system/log.ts';
import type { KnownDomains } from '../../ports/traffic/known-domains.ts';
import { domainHash } from './names/domain-hash.ts';
import type { DomainHistory } from './state/domain-history.ts';

/** Enough for what a location asks for in weeks, few enough that rows don't wait long. */
const mostDomains = 200_000;

/**
 * Refills the memory of domains with what is stored, so that a restart makes no old domain new. Ends early if it is
 * told to; never rejects.
 */
export async function recallDomains(
  history: Pick<DomainHistory, 'note'>,
  { knownDomains, log }: { knownDomains: KnownDomains; log: Log },
  signal?: AbortSignal,
): Promise<void> {
  try {
    for await (const group of knownDomains.latest(mostDomains, signal)) {
      for (const { locationId, domain, firstSeen, lastSeen } of group) {
        const hash = domainHash(domain);
        history.note(locationId, hash, firstSeen, Number.POSITIVE_INFINITY);
        history.note(locationId, hash, lastSeen, Number.POSITIVE_INFINITY);
      }
    }
  } catch (error) {
    if (signal?.aborted) return;
    // Without it domains are younger than they are: a reason to be told, none to stand still.
    log.warn({ err: error }, 'the domains that were seen before could not be recalled');
  }
}
