import type { ListEntry } from '@sonde/scanner/addresses/address-lists.ts';
import type { ProviderVerdict } from '@sonde/scanner/addresses/providers/provider.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { AddressReport } from '../../../ports/addresses/address-reports.ts';
import type { AddressSighting } from '../../../ports/addresses/address-sightings.ts';
import type { IndicatorHit } from '../../detection/indicator-matcher.ts';
import type { SourceOverlap } from '../threat-intel/value/source-overlap.ts';
import { type AbuseEvidence, mailGroup } from './score-abuse.ts';

const severities: Readonly<Record<Severity, number>> = {
  info: 0,
  low: 0.3,
  medium: 0.6,
  high: 0.85,
  critical: 1,
};
/** Days in which what an address was seen doing says half as much. */
const halfLives: Readonly<Record<string, number>> = {
  botnet_c2: 30,
  malware: 30,
  phishing: 14,
  spam: 14,
  scanner: 7,
  attacker: 7,
};
const usualHalfLife = 14;
const dayMilliseconds = 86_400_000;
/** Detectors call the source of their own findings so. */
const ownDetection = 'detection';
/** Lists that gather others, and which. */
const aggregates: Readonly<Record<string, readonly string[]>> = {
  'firehol-level1': ['dshield-block', 'feodo-tracker', 'spamhaus-drop-v4', 'sslbl'],
  ipsum: [
    'binary-defense',
    'blocklist-de',
    'bruteforceblocker',
    'cins-army',
    'dshield-block',
    'emerging-threats-compromised',
    'greensnow',
    'turris-greylist',
  ],
};
/** Two feeds are one voice if they have this share of their entries in common. */
const sameVoice = 0.8;
const threatCategories: Readonly<Record<string, number>> = {
  phishing: 3,
  fraud: 3,
  ddos: 4,
  attacker: 9,
  scanner: 9,
  compromised: 9,
  spam: 10,
  malware: 11,
  botnet_c2: 11,
  fast_flux: 11,
};

/** Makes evidence of the hits of feeds; sources that only describe, such as of Tor exits, speak against nobody. */
export function evidenceOfFeeds(
  hits: readonly IndicatorHit[],
  overlaps: readonly SourceOverlap[],
): AbuseEvidence[] {
  const groupOf = voices(overlaps);
  return hits
    .filter(({ indicator }) => indicator.severity !== 'info')
    .map(({ indicator, weight, provenance }) => {
      const seconds = indicator.lastSeenAt ?? indicator.firstSeenAt;
      const gatheredFrom = aggregates[indicator.source]?.map(groupOf);
      return {
        source: indicator.source,
        kind: 'feed',
        group: groupOf(indicator.source),
        about: indicator.name,
        reason: indicator.description ?? indicator.threatType,
        seenAt: seconds === undefined ? provenance.fetchedAt : seconds * 1_000,
        weight,
        severity: severities[indicator.severity],
        halfLife: halfLives[indicator.threatType] ?? usualHalfLife,
        isNetwork: indicator.name.includes('/'),
        ...(gatheredFrom === undefined ? {} : { gatheredFrom }),
      };
    });
}

/**
 * Makes evidence of lists in the DNS; lists of neighbours, or of whole networks by policy, are shown and do not count.
 * `at` is when they were asked, in milliseconds.
 */
export function evidenceOfLists(lists: readonly ListEntry[], address: string, at: number): AbuseEvidence[] {
  return lists.flatMap(({ zone, kind, answer }) =>
    answer.status !== 'listed'
      ? []
      : [
          {
            source: zone,
            kind: 'blacklist' as const,
            group: kind === 'mail' ? mailGroup : zone,
            about: address,
            reason: answer.codes.join(' '),
            seenAt: at,
            weight: kind === 'policy' ? 0 : 0.5,
            severity: severities.medium,
            halfLife: halfLives.spam!,
            isNetwork: false,
          },
        ],
  );
}

/** Makes evidence of the reports of this installation's accounts: each account is one voice. */
export function evidenceOfReports(reports: readonly AddressReport[]): AbuseEvidence[] {
  return reports.map(({ ip, accountId, category, comment, at }) => ({
    source: `report:${category}`,
    kind: 'report',
    group: `account:${accountId}`,
    about: ip,
    reason: comment,
    seenAt: at.getTime(),
    weight: 0.3,
    severity: severities.high,
    halfLife: category === 11 ? 30 : category === 10 ? 14 : 7,
    isNetwork: false,
  }));
}

/**
 * Makes evidence of the sightings of our own detection. A hit of a feed is that feed's voice once more, and newer; what
 * detectors found by themselves is one voice of its own. The answer goes to everybody: neither accounts nor places nor
 * hours are told.
 */
export function evidenceOfSightings(
  sightings: readonly AddressSighting[],
  overlaps: readonly SourceOverlap[],
): AbuseEvidence[] {
  const groupOf = voices(overlaps);
  return sightings.map(({ ip, type, source, severity, lastSeenAt }) => ({
    source: source === ownDetection ? 'own-detection' : `own-traffic:${source}`,
    kind: 'sighting',
    group: source === ownDetection ? 'own-detection' : groupOf(source),
    about: ip,
    reason: type,
    seenAt: Math.floor(lastSeenAt.getTime() / dayMilliseconds) * dayMilliseconds,
    weight: 0.5,
    severity: severities[severity],
    halfLife: halfLives[type] ?? usualHalfLife,
    isNetwork: false,
  }));
}

/** Makes evidence of the verdicts of providers who are asked one by one: each is one voice. */
export function evidenceOfProviders(
  verdicts: readonly ProviderVerdict[],
  address: string,
  at: number,
): AbuseEvidence[] {
  return verdicts
    .filter(({ severity }) => severity > 0)
    .map(({ provider, severity, reason, seenAt }) => ({
      source: provider,
      kind: 'provider',
      group: provider,
      about: address,
      reason,
      seenAt: seenAt ?? at,
      weight: 0.5,
      severity,
      halfLife: usualHalfLife,
      isNetwork: false,
    }));
}

/** Gives the interface's ids of what an address is said to do, in their order. */
export function categoriesOf({
  hits,
  lists,
  verdicts,
  reports,
  sightings,
}: {
  hits: readonly IndicatorHit[];
  lists: readonly ListEntry[];
  verdicts: readonly ProviderVerdict[];
  reports: readonly AddressReport[];
  sightings: readonly AddressSighting[];
}): number[] {
  const types = [...hits.map(({ indicator }) => indicator.threatType), ...sightings.map(({ type }) => type)];
  const listed = lists.flatMap(({ kind, answer }) =>
    answer.status !== 'listed' || kind === 'policy' ? [] : kind === 'mail' ? [10] : [9],
  );
  const said = [
    ...types.flatMap((type) => threatCategories[type] ?? []),
    ...listed,
    ...verdicts.flatMap(({ categories }) => categories),
    ...reports.map(({ category }) => category),
  ];
  return [...new Set(said)].toSorted((a, b) => a - b);
}

/** Feeds that have nearly the same entries get the name of the first of them. */
function voices(overlaps: readonly SourceOverlap[]): (source: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (source: string): string => {
    let root = source;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (const { source, sharedWith } of overlaps) {
    for (const { source: other, share } of sharedWith) {
      if (share < sameVoice) continue;
      const [one, two] = [rootOf(source), rootOf(other)].toSorted() as [string, string];
      if (one !== two) parents.set(two, one);
    }
  }
  return rootOf;
}
