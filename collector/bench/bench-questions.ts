import type { DomainSightings } from '../ports/traffic/domain-sightings.ts';
import type { PassiveDns } from '../ports/traffic/passive-dns.ts';
import { only, type QuerySearch } from '../ports/traffic/query-search.ts';
import type { TrafficScope } from '../ports/traffic/traffic.ts';
import type { TrafficStore } from '../ports/traffic/traffic-store.ts';
import { generatedVisit } from './generated-names.ts';
import type { PseudoRandom } from './pseudo-random.ts';

export interface BenchStores {
  readonly traffic: TrafficStore;
  readonly domains: DomainSightings;
  readonly search: QuerySearch;
  readonly passive: PassiveDns;
}

export interface BenchQuestion {
  readonly name: string;
  ask(stores: BenchStores, period: BenchPeriod, random: PseudoRandom): Promise<unknown>;
}

/** A bench period states the part of the generated traffic that a question is about. */
export interface BenchPeriod {
  readonly locationIds: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly questions: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** A stretch of that length somewhere in the period, aligned to hours as a dashboard asks. */
function stretch(period: BenchPeriod, length: number, random: PseudoRandom): TrafficScope {
  const first = Math.ceil(period.from / hour);
  const last = Math.max(first, Math.floor((period.to - length) / hour));
  const from = (first + random.below(last - first + 1)) * hour;
  return {
    locationIds: period.locationIds,
    from: new Date(from),
    to: new Date(Math.min(period.to, from + length)),
  };
}

const whole = (period: BenchPeriod): TrafficScope => ({
  locationIds: period.locationIds,
  from: new Date(period.from),
  to: new Date(period.to),
});

/** Seldom asked names are the hard case: what is asked often is found at once. */
const someName = (period: BenchPeriod, random: PseudoRandom): string =>
  generatedVisit(random.below(period.questions))[0]!.name;

const someAddress = (random: PseudoRandom): string => {
  for (;;) {
    const address = generatedVisit(random.below(20_000))
      .flatMap(({ records }) => records)
      .find(({ data }) => /^[0-9.]+$/.test(data));
    if (address !== undefined) return address.data;
  }
};

/** These questions are typical for people who look at a month of traffic. */
export const benchQuestions: readonly BenchQuestion[] = [
  {
    name: 'overview of a day',
    ask: ({ traffic }, period, random) =>
      traffic.overview(stretch(period, day, random), {
        bucketSeconds: 300,
        latencyBucketSeconds: 3_600,
        top: 10,
      }),
  },
  {
    name: 'top names of an hour',
    ask: ({ traffic }, period, random) =>
      traffic.overview(stretch(period, hour, random), {
        bucketSeconds: 60,
        latencyBucketSeconds: 3_600,
        top: 100,
      }),
  },
  {
    name: 'failures of a day',
    ask: ({ traffic }, period, random) => traffic.topFailures(stretch(period, day, random), 10),
  },
  {
    name: 'suffix search, all time',
    ask: ({ search }, period, random) =>
      search.search({ ...whole(period), suffixes: only(someName(period, random)) }, { limit: 100 }),
  },
  {
    name: 'newest 100 of a day',
    ask: ({ search }, period, random) => search.search(stretch(period, day, random), { limit: 100 }),
  },
  {
    name: "one client's history",
    ask: ({ search }, period, random) => {
      const client = random.below(2_000) * 7;
      const clientAddress = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
      return search.search({ ...whole(period), clients: only(clientAddress) }, { limit: 100 });
    },
  },
  {
    name: 'passive DNS by name',
    ask: ({ passive }, period, random) =>
      passive.byName(someName(period, random), { locationIds: period.locationIds, limit: 100 }),
  },
  {
    name: 'passive DNS by address',
    ask: ({ passive }, period, random) =>
      passive.byData(someAddress(random), { locationIds: period.locationIds, limit: 100 }),
  },
  {
    name: 'domains first seen in a day',
    ask: ({ domains }, period, random) => domains.newDomains(stretch(period, day, random), 100),
  },
];
