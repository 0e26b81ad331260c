import { setImmediate } from 'node:timers/promises';
import type { ListEntry } from '@sonde/scanner/addresses/address-lists.ts';
import { nothingAgainst, type ProviderVerdict } from '@sonde/scanner/addresses/providers/provider.ts';
import type { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AddressReportStore } from '../../../ports/addresses/address-reports.ts';
import type { AddressScore } from '../../../ports/addresses/address-scans.ts';
import type { AddressScoreStore, HeardOfAddress } from '../../../ports/addresses/address-scores.ts';
import type { AddressSightingStore } from '../../../ports/addresses/address-sightings.ts';
import type { IndicatorMatcher } from '../../detection/indicator-matcher.ts';
import { createJudge, type JudgePorts } from './judge-address.ts';

/** Addresses that are judged before others get their turn: some milliseconds. */
const perTurn = 100;
const perPage = 500;
/** One round takes at most this many addresses of the feeds. */
const mostListed = 50_000;
const seenForDays = 180;
const dayMilliseconds = 86_400_000;
/** An address that nobody looked at gets a row if its confidence is at least this. */
const leastConfidence = 25;

export interface ScoreAddressesPorts extends Omit<JudgePorts, 'matcher'> {
  readonly matcher: Pick<IndicatorMatcher, 'check' | 'addressesInSeveral'>;
  readonly datasets: Pick<KnownDatasets, 'find'>;
  readonly addressScores: AddressScoreStore;
  readonly addressReports: Pick<AddressReportStore, 'ofAll'>;
  readonly addressSightings: Pick<AddressSightingStore, 'of'>;
  readonly clock: Clock;
}

/** Judges anew whatever may be bad, without asking anybody: what age has done, and what is new. Returns how many scores changed. */
export async function scoreAddresses(ports: ScoreAddressesPorts, signal: AbortSignal): Promise<number> {
  const { addressScores, matcher, clock } = ports;
  const now = clock.now();
  const judge = await createJudge(ports, now);
  const since = new Date(now - seenForDays * dayMilliseconds);
  let changed = 0;
  const take = async (ips: readonly string[]) => {
    changed += await addressScores.rescore(await scoresOf(ips, judge, now, ports), leastConfidence);
  };
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted();
    const ips: string[] = await addressScores.candidates(after, since, perPage);
    await take(ips);
    if (ips.length < perPage) break;
    after = ips.at(-1)!;
  }
  const listed = await matcher.addressesInSeveral(Math.floor(now / 1_000), mostListed);
  for (let at = 0; at < listed.length; at += perPage) {
    signal.throwIfAborted();
    await take(listed.slice(at, at + perPage));
  }
  return changed;
}

async function scoresOf(
  ips: readonly string[],
  judge: Awaited<ReturnType<typeof createJudge>>,
  now: number,
  { addressScores, addressReports, addressSightings, datasets }: ScoreAddressesPorts,
): Promise<AddressScore[]> {
  if (ips.length === 0) return [];
  const [heard, reports, sightings] = await Promise.all([
    addressScores.heardOf(ips),
    addressReports.ofAll(ips),
    addressSightings.of(ips),
  ]);
  const heardOf = new Map(heard.map((one) => [one.ip, one]));
  const reportsOf = Map.groupBy(reports, ({ ip }) => ip);
  const sightingsOf = Map.groupBy(sightings, ({ ip }) => ip);
  const scores: AddressScore[] = [];
  for (const [at, ip] of ips.entries()) {
    if (at % perTurn === perTurn - 1) await setImmediate();
    const facts = datasets.find(addressBytes(ip));
    const told = heardOf.get(ip);
    const own = reportsOf.get(ip) ?? [];
    const { score } = judge(ip, {
      facts,
      reports: own,
      sightings: sightingsOf.get(ip) ?? [],
      lists: told === undefined ? null : listsOf(told),
      verdicts: told === undefined ? null : verdictsOf(told),
      ...(told === undefined ? {} : { heardAt: told.at.getTime() }),
    });
    const times = score.evidence.flatMap(({ seenAt }) => (seenAt === null ? [] : [Math.min(seenAt, now)]));
    scores.push({
      ip,
      abuseConfidence: score.confidence,
      totalReports: own.length,
      blacklistHits: null,
      hasPtr: null,
      country: facts.place?.country ?? null,
      asn: facts.system?.asn ?? null,
      lastSeen: new Date(times.length === 0 ? (told?.at ?? now) : Math.max(...times)),
    });
  }
  return scores;
}

/** Gives the answers of lists at the scan; how long ago that was weighs. */
function listsOf({ reputation }: HeardOfAddress): ListEntry[] {
  return Object.entries(reputation.blacklists?.details ?? {}).flatMap(([zone, { listed, kind, codes }]) =>
    listed === true ? [{ zone, kind, answer: { status: 'listed' as const, codes, ttl: 0 } }] : [],
  );
}

function verdictsOf({ reputation, at }: HeardOfAddress): ProviderVerdict[] {
  return (reputation.evidence ?? [])
    .filter(({ kind }) => kind === 'provider')
    .map(({ source, reason, points }) => ({
      ...nothingAgainst,
      provider: source,
      // Half of it is the weight of a provider's word; how old it was is in the points.
      severity: Math.min(1, points / 50),
      reason,
      seenAt: at.getTime(),
    }));
}
