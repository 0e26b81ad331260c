import { generatedVisit } from '../generated-names.ts';
import type { PseudoRandom } from '../pseudo-random.ts';

/** An asked period states the part of the generated traffic that a question is about, in milliseconds since 1970. */
export interface AskedPeriod {
  readonly from: number;
  readonly to: number;
  /** Distinct questions and clients of the traffic. */
  readonly questions: number;
  readonly clients: number;
}

export interface ApiQuestion {
  readonly name: string;
  /** Path and query of a GET. */
  path(period: AskedPeriod, random: PseudoRandom): string;
}

const hour = 3_600_000;
const day = 24 * hour;
const stats = '/api/v1/dns-monitoring/stats';
const queries = '/api/v1/dns-monitoring/queries';
const passive = '/api/v2/passive-dns/query';

/** A stretch of that length somewhere in the period, whole hours as a dashboard asks. */
function stretch({ from, to }: AskedPeriod, length: number, random: PseudoRandom): string {
  const first = Math.ceil(from / hour);
  const last = Math.max(first, Math.floor((to - length) / hour));
  const start = (first + random.below(last - first + 1)) * hour;
  return range(start, start + length);
}

function range(from: number, to: number): string {
  return `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
}

/** Seldom asked names are the hard case: what is asked often is found at once. */
function someName(period: AskedPeriod, random: PseudoRandom): string {
  return encodeURIComponent(generatedVisit(random.below(period.questions))[0]!.name);
}

function someAddress(random: PseudoRandom): string {
  for (;;) {
    const record = generatedVisit(random.below(20_000))
      .flatMap(({ records }) => records)
      .find(({ data }) => /^[0-9.]+$/.test(data));
    if (record !== undefined) return record.data;
  }
}

/** These questions are typical for people who look at a month of traffic through the API. */
export const apiQuestions: readonly ApiQuestion[] = [
  { name: 'overview of a day', path: (period, random) => `${stats}?${stretch(period, day, random)}` },
  { name: 'overview of the last 24 hours', path: () => `${stats}?period=24h` },
  {
    name: 'top names of an hour',
    path: (period, random) => `${stats}?${stretch(period, hour, random)}&top=100`,
  },
  {
    name: 'suffix search, all time',
    path: (period, random) =>
      `${queries}?${range(period.from, period.to)}&suffix=${someName(period, random)}`,
  },
  {
    name: "one client's history",
    path: (period, random) => {
      const client = random.below(period.clients) * 7;
      const address = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
      return `${queries}?${range(period.from, period.to)}&client=${address}`;
    },
  },
  { name: 'newest 100', path: () => queries },
  {
    name: 'passive DNS by name',
    path: (period, random) => `${passive}?domain=${someName(period, random)}`,
  },
  { name: 'passive DNS by address', path: (_period, random) => `${passive}?data=${someAddress(random)}` },
];
