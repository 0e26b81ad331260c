import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { StoreError } from '../../ports/system/store-error.ts';
import type { ExaminedBatch, Sighting } from '../../ports/threats/threats.ts';
import type { SeenDomains } from '../../ports/traffic/seen-domains.ts';
import { nameFacts } from './names/name-facts.ts';
import { newlySeen } from './newly-seen.ts';
import { withEvidence } from './receipt/seal.ts';

export interface NewElsewherePorts {
  readonly seenDomains: Pick<SeenDomains, 'firstSeen' | 'begin'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A function of this type says more in the evidence of what was found, before it is recorded. Never rejects. */
export type Completion = (batches: readonly ExaminedBatch[]) => Promise<readonly ExaminedBatch[]>;

/**
 * Makes a function that says in the evidence if a domain is new to the world, as far as followed certificate logs and zones tell: a
 * circumstance for whoever judges it, which raises nothing by itself.
 */
export function newElsewhere(ports: NewElsewherePorts): Completion {
  return async (batches) => {
    const domainsOf = new Map<Sighting, string>();
    for (const { sightings } of batches)
      for (const sighting of sightings) {
        // Evidence is made when it is read: whether there is any is asked in a way that makes none.
        if (!('evidence' in sighting)) continue;
        const { class: kind, registrable } = nameFacts(sighting.queryName);
        if (kind === 'ordinary' && registrable !== undefined) domainsOf.set(sighting, registrable);
      }
    if (domainsOf.size === 0) return batches;
    const domains = [...new Set(domainsOf.values())];
    const [certified, listed] = await known(domains, ports);
    if (certified.size === 0 && listed.size === 0) return batches;
    return batches.map(({ batchId, sightings }) => ({
      batchId,
      sightings: sightings.map((sighting) => {
        const domain = domainsOf.get(sighting) ?? '';
        const [first, since] = [certified.get(domain), listed.get(domain)];
        if (first === undefined && since === undefined) return sighting;
        return withEvidence(sighting, {
          ...(first && { newly_certified: { domain, first_certificate: first.toISOString() } }),
          ...(since && { newly_delegated: { domain, in_zone_since: since.toISOString() } }),
        });
      }),
    }));
  };
}

async function known(
  domains: readonly string[],
  { seenDomains, clock, log }: NewElsewherePorts,
): Promise<readonly [ReadonlyMap<string, Date>, ReadonlyMap<string, Date>]> {
  const now = clock.now();
  try {
    return await Promise.all([
      newlySeen('ct', domains, now, seenDomains),
      newlySeen('zone', domains, now, seenDomains),
    ]);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn({ err: error }, 'whether domains are new to the world could not be looked up');
    return [new Map(), new Map()];
  }
}
