import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { parse } from 'tldts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { TrackedDomainStore } from '../../../ports/scans/tracked-domains.ts';
import type { DomainSightings } from '../../../ports/traffic/domain-sightings.ts';
import { baselineDays, type DomainSource, type SeenDomains } from '../../../ports/traffic/seen-domains.ts';
import { ImitationIndex } from '../../detection/names/imitation-index.ts';
import type { SettingsOf } from '../../detection/settings.ts';
import { scopedLocations } from '../../traffic/monitoring/scoped-locations.ts';
import { type NewDomainKnowledge, type NewDomainScore, scoreNewDomain } from './score-new-domain.ts';

const dayMilliseconds = 86_400_000;
/** New ones that are looked through for those that filters let through. */
const mostLooked = 50_000;
/** Domains that are scored before others are served. */
const perTurn = 100;

export interface NewDomainsQuestion {
  readonly accountId: number;
  readonly locationId: number | undefined;
  readonly source: 'traffic' | DomainSource;
  readonly days: number;
  readonly tld: string | undefined;
  readonly pattern: string | undefined;
  readonly minScore: number;
  readonly registrar: string | undefined;
  readonly baseline: boolean;
  readonly limit: number;
}

export interface ListedNewDomain extends NewDomainScore {
  readonly domain: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Of own traffic alone. */
  readonly queries: number | null;
  /** Whether the source is watched for too short a time for "new" to mean anything. */
  readonly baseline: boolean;
  /** As the latest scan of it told. */
  readonly registrar: string | null;
}

export interface NewDomainsPorts extends Omit<NewDomainKnowledge, 'imitations'> {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly domainSightings: Pick<DomainSightings, 'newDomains'>;
  readonly seenDomains: Pick<SeenDomains, 'newOnes' | 'begin'>;
  readonly trackedDomains: Pick<TrackedDomainStore, 'findAll'>;
  readonly detectionRules: { readonly settingsOf: SettingsOf };
  readonly clock: Clock;
}

/** Domains that a source showed for the first time within these days, the latest first. Throws NotFound for a location of others. */
export async function listNewDomains(
  question: NewDomainsQuestion,
  ports: NewDomainsPorts,
): Promise<ListedNewDomain[]> {
  const { accountId, locationId, minScore, registrar, limit } = question;
  const now = ports.clock.now();
  const locations = await scopedLocations(accountId, locationId, ports);
  const rules = locations.map(({ id }) => ports.detectionRules.settingsOf(id));
  const labels = rules.flatMap(({ lookalike }) =>
    lookalike.watched.flatMap(
      (domain) => parse(domain, { allowPrivateDomains: true }).domainWithoutSuffix ?? [],
    ),
  );
  const knowledge = { ...ports, imitations: new ImitationIndex(labels) };
  // The store chooses by name; what is left out here is not known to it.
  const isNarrow = !question.baseline || minScore > 0 || registrar !== undefined;
  const found = await readNew(question, isNarrow ? mostLooked : limit, locations, now, ports);
  const shown = found.filter(({ baseline }) => question.baseline || !baseline);
  const scored = await scoreAll(shown, knowledge);
  const wanted = scored.filter(({ score }) => score >= minScore);
  const registrars = await registrarsOf(
    wanted.slice(0, registrar === undefined ? limit : mostLooked).map(({ domain }) => domain),
    ports,
  );
  return wanted
    .map((one) => ({ ...one, registrar: registrars.get(one.domain) ?? null }))
    .filter(
      (one) =>
        registrar === undefined || (one.registrar?.toLowerCase().includes(registrar.toLowerCase()) ?? false),
    )
    .slice(0, limit);
}

/** Scores in turns, so that others are served between. */
async function scoreAll(
  domains: readonly Found[],
  knowledge: NewDomainKnowledge,
): Promise<(Found & NewDomainScore)[]> {
  const scored: (Found & NewDomainScore)[] = [];
  for (const one of domains) {
    scored.push({ ...one, ...scoreNewDomain(one.domain, knowledge) });
    if (scored.length % perTurn === 0) await setImmediate();
  }
  return scored;
}

type Found = Omit<ListedNewDomain, keyof NewDomainScore | 'registrar'>;

async function readNew(
  { source, days, tld, pattern }: NewDomainsQuestion,
  limit: number,
  locations: readonly { readonly id: number; readonly createdAt: Date }[],
  now: number,
  ports: NewDomainsPorts,
): Promise<Found[]> {
  const range = { from: new Date(now - days * dayMilliseconds), to: new Date(now) };
  if (source !== 'traffic') {
    const [shown, begin] = await Promise.all([
      ports.seenDomains.newOnes({ source, ...range, suffix: tld, pattern, limit }),
      ports.seenDomains.begin(source),
    ]);
    const settled = (begin?.getTime() ?? now) + baselineDays[source] * dayMilliseconds;
    return shown.map((one) => ({ ...one, queries: null, baseline: one.firstSeenAt.getTime() < settled }));
  }
  if (locations.length === 0) return [];
  const quiet = (id: number) => ports.detectionRules.settingsOf(id).newlyObserved.quietDays * dayMilliseconds;
  const settled = Math.min(...locations.map(({ id, createdAt }) => createdAt.getTime() + quiet(id)));
  const scope = { locationIds: locations.map(({ id }) => id), ...range };
  const shown = await ports.domainSightings.newDomains(scope, limit, { suffix: tld, pattern });
  return shown.map((one) => ({ ...one, baseline: one.firstSeenAt.getTime() < settled }));
}

async function registrarsOf(
  domains: readonly string[],
  { trackedDomains }: Pick<NewDomainsPorts, 'trackedDomains'>,
): Promise<ReadonlyMap<string, string>> {
  const found = domains.length === 0 ? [] : await trackedDomains.findAll(domains, []);
  return new Map(
    found.flatMap(({ domain, summary }) => {
      const registrar = summary.registration?.registrar ?? null;
      return registrar === null ? [] : [[domain, registrar] as const];
    }),
  );
}
