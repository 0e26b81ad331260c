import type { DomainSightings } from '../../../../collector/ports/traffic/domain-sightings.ts';
import type {
  PassiveDns,
  PassiveDnsFilter,
  PassiveRecord,
} from '../../../../collector/ports/traffic/passive-dns.ts';
import type { TrafficScope } from '../../../../collector/ports/traffic/traffic.ts';

/** Passive DNS and seen domains in memory, each with the location that saw it. */
export class FakePassiveDns implements PassiveDns, DomainSightings {
  readonly records: (PassiveRecord & { readonly locationId: number })[] = [];
  readonly domains: { domain: string; at: Date; locationId: number }[] = [];

  async byName(name: string, filter: PassiveDnsFilter & { readonly below?: boolean }) {
    return this.#find(filter, (record) =>
      filter.below === true ? `.${record.name}`.endsWith(`.${name}`) : record.name === name,
    );
  }

  async byData(data: string, filter: PassiveDnsFilter) {
    return this.#find(filter, (record) => record.data === data);
  }

  async newDomains(scope: TrafficScope, limit: number) {
    return this.domains
      .filter(
        ({ at, locationId }) => scope.locationIds.includes(locationId) && at >= scope.from && at < scope.to,
      )
      .slice(0, limit)
      .map(({ domain, at }) => ({ domain, firstSeenAt: at, lastSeenAt: at, queries: 1 }));
  }

  #find(filter: PassiveDnsFilter, matches: (record: PassiveRecord) => boolean): PassiveRecord[] {
    return this.records
      .filter(
        (record) =>
          filter.locationIds.includes(record.locationId) &&
          matches(record) &&
          (filter.type === undefined || filter.type === record.type) &&
          (filter.seenSince === undefined || record.lastSeenAt >= filter.seenSince),
      )
      .slice(0, filter.limit);
  }
}
