import { recordMeaning } from '@sonde/scanner/checks/drift/record-meaning.ts';
import type { DnsAnswer } from '@sonde/scanner/ports/dns-answer.ts';
import type { DnsResolution, ZoneServers } from '@sonde/scanner/ports/dns-resolution.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { WatchedSets } from '../../../ports/scans/domain-watches.ts';
import { type FollowTimes, followSet, type SetChange, same } from './follow-set.ts';

/**
 * The watched questions are the record sets that are asked for of a watched domain: a label before it, if any, and a
 * type.
 */
export const watchedQuestions: readonly {
  readonly key: string;
  readonly below?: string;
  readonly type: number;
}[] = [
  { key: 'NS', type: recordTypes.NS },
  { key: 'DS', type: recordTypes.DS },
  { key: 'MX', type: recordTypes.MX },
  { key: 'A', type: recordTypes.A },
  { key: 'AAAA', type: recordTypes.AAAA },
  { key: 'TXT', type: recordTypes.TXT },
  { key: 'CAA', type: recordTypes.CAA },
  { key: '_dmarc TXT', below: '_dmarc', type: recordTypes.TXT },
];

/** An answer may be kept for this long if neither a record nor an SOA tells it. */
const usualTtl = 300;
const mostTtl = 86_400;
const mostServers = 4;
const mostValues = 64;
const mostText = 1_024;

export interface DomainLook {
  readonly sets: WatchedSets;
  /** Milliseconds since 1970: when the first of its sets is due again. */
  readonly dueAt: number;
  readonly changes: readonly ({ readonly key: string } & SetChange)[];
}

/** Asks for the sets of a domain that are due, and asks another server if one says something else than before. */
export async function lookAtDomain(
  domain: string,
  known: WatchedSets,
  dns: Pick<DnsResolution, 'resolve' | 'ask' | 'zoneOf'>,
  times: Omit<FollowTimes, 'random'> & { readonly random: () => number },
): Promise<DomainLook> {
  const looked = await Promise.all(
    watchedQuestions
      .filter(({ key }) => (known[key]?.dueAt ?? 0) <= times.now + 5_000)
      .map(async ({ key, below, type }) => {
        const name = below === undefined ? domain : `${below}.${domain}`;
        const answer = await dns.resolve(name, type, { validate: false });
        const values = valuesOf(answer, type);
        const before = known[key]?.values;
        const differs = values !== null && before != null && !same(values, before);
        const agreed = differs ? await anotherAgrees({ domain, name, type, answer, values }, dns) : null;
        const look = { values, ttl: ttlOf(answer), agreed };
        return { key, ...followSet(known[key], look, { ...times, random: times.random() }) };
      }),
  );
  const sets = { ...known, ...Object.fromEntries(looked.map(({ key, set }) => [key, set])) };
  return {
    sets,
    dueAt: Math.min(...watchedQuestions.map(({ key }) => sets[key]?.dueAt ?? times.now)),
    changes: looked.flatMap(({ key, change }) => (change === undefined ? [] : [{ key, ...change }])),
  };
}

interface Seen {
  readonly domain: string;
  readonly name: string;
  readonly type: number;
  readonly answer: DnsAnswer;
  readonly values: readonly string[];
}

/** Tells whether another server than the one that answered says the same; null if none answers. */
async function anotherAgrees(
  { domain, name, type, answer, values }: Seen,
  dns: Pick<DnsResolution, 'ask' | 'zoneOf'>,
): Promise<boolean | null> {
  // DS stands in the parent (RFC 4034 section 5).
  const parent = domain.slice(domain.indexOf('.') + 1);
  const zone = await dns.zoneOf(type === recordTypes.DS && parent !== domain ? parent : domain);
  const servers = addressesOf(zone).filter((address) => address !== answer.server);
  for (const server of servers.slice(0, mostServers)) {
    const other = await dns.ask(server, { name, type }, { recursionDesired: false });
    // An alias may lead out of the zone: what this server does not know it can't confirm.
    const said = valuesOf(other, type, aliasesOf(answer, other));
    if (said !== null) return same(said, values);
  }
  return null;
}

/** One address of each server before the second of any. */
function addressesOf({ own, delegated }: ZoneServers): string[] {
  const servers = [...own, ...delegated];
  const most = Math.max(0, ...servers.map(({ addresses }) => addresses.length));
  const turns = Array.from({ length: most }, (_, turn) =>
    servers.flatMap(({ addresses }) => addresses[turn] ?? []),
  );
  return [...new Set(turns.flat())];
}

/**
 * Records behind an alias that leads into another zone are taken from the first answer, if both have the same alias.
 */
function aliasesOf(answer: DnsAnswer, other: DnsAnswer): DnsAnswer['answer'] {
  const last = other.answer.findLast(({ type }) => type === recordTypes.CNAME);
  if (last === undefined || other.answer.some(({ type }) => type === answer.question.type)) return [];
  const at = answer.answer.findIndex(({ type, text }) => type === recordTypes.CNAME && text === last.text);
  return at === -1 ? [] : answer.answer.slice(at + 1);
}

/** Gives the values that an answer has of a set, aliases with it; null if it says nothing. */
function valuesOf(answer: DnsAnswer, type: number, more: DnsAnswer['answer'] = []): string[] | null {
  if (answer.failure !== undefined || (answer.responseCode !== 0 && answer.responseCode !== 3)) return null;
  // A referral is no answer.
  const isReferral =
    answer.answer.length === 0 &&
    !answer.authoritative &&
    answer.authority.some(({ type }) => type === recordTypes.NS);
  if (isReferral && answer.responseCode === 0 && type !== recordTypes.DS) return null;
  const values = [...answer.answer, ...more]
    .filter((record) => record.type === type || record.type === recordTypes.CNAME)
    .map((record) => {
      const meaning = recordMeaning(recordTypeName(record.type), record.text).slice(0, mostText);
      return record.type === type ? meaning : `CNAME ${meaning}`;
    });
  return [...new Set(values)].toSorted().slice(0, mostValues);
}

function ttlOf({ answer, authority }: DnsAnswer): number {
  const soa = authority.find(({ type }) => type === recordTypes.SOA);
  // How long nothing may be kept (RFC 2308 section 5).
  const negative =
    soa === undefined ? usualTtl : Math.min(soa.ttl, Number(soa.text.split(' ').at(-1)) || soa.ttl);
  return Math.min(mostTtl, ...(answer.length === 0 ? [negative] : answer.map(({ ttl }) => ttl)));
}
