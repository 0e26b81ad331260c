import type { OpenScan } from '@sonde/scanner/run/run-scan.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import limitConcurrency from 'p-limit';
import { parse } from 'tldts';
import type { NewDomainEvent } from '../../../ports/scans/domain-events.ts';
import type { DomainWatchStore, WatchedDomain, WatchLook } from '../../../ports/scans/domain-watches.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';
import type { Sighting, Threat } from '../../../ports/threats/threats.ts';
import { isExcluded } from '../../detection/exclusions.ts';
import { Report } from '../../detection/report.ts';
import type { DetectionSettings, SettingsOf } from '../../detection/settings.ts';
import { withNetwork } from '../scan/with-network.ts';
import { type DomainLook, lookAtDomain, watchedQuestions } from './look-at-domain.ts';
import { publishChanges } from './publish-changes.ts';
import type { QuestionPace } from './question-pace.ts';
import { weighChange } from './weigh-change.ts';

/** Domains whose looks are kept in one transaction. */
const together = 64;
const atOnce = 32;
/** Longer than a look may take, with its turn. */
const leaseSeconds = 180;
const patience = 20_000;

export interface WatchDomainsPorts {
  readonly domainWatches: Pick<DomainWatchStore, 'claimDue' | 'settle'>;
  readonly detectionRules: {
    readonly locations: Iterable<readonly [number, DetectionSettings]>;
    readonly settingsOf: SettingsOf;
  };
  readonly publisher: EventPublisher;
  readonly openScan: OpenScan;
  readonly questionPace: QuestionPace;
  /** Milliseconds. */
  readonly watchEvery: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onThreat: (threat: Threat) => void;
}

/** Lists the domains that locations have watched for imitations, and so for changes. */
export function listedDomains(
  locations: WatchDomainsPorts['detectionRules']['locations'],
): { domain: string; locationId: number }[] {
  return [...locations].flatMap(([locationId, { lookalike }]) =>
    [...new Set(lookalike.watched.map((domain) => domain.toLowerCase()))]
      .filter((domain) => parse(domain, { allowPrivateDomains: true }).domain !== null)
      .map((domain) => ({ domain, locationId })),
  );
}

/** Asks for the records of watched domains that are due, until none is; tells of what changed when two servers agree. */
export async function watchDomains(ports: WatchDomainsPorts, signal: AbortSignal): Promise<void> {
  const turn = limitConcurrency(atOnce);
  while (!signal.aborted) {
    const claimed = await ports.domainWatches.claimDue(together, leaseSeconds);
    if (claimed.length === 0) return;
    const looks = await Promise.all(claimed.map((one) => turn(() => look(one, ports, signal))));
    if (signal.aborted) return;
    const kept = looks.filter((one) => one !== undefined);
    const { domains, opened } = await ports.domainWatches.settle(kept);
    publishChanges(
      kept.filter(({ domain }) => domains.has(domain)).flatMap(({ events }) => events),
      ports.publisher,
    );
    for (const threat of opened) ports.onThreat(threat);
    if (claimed.length < together) return;
  }
}

async function look(
  { domain, version, sets }: WatchedDomain,
  ports: WatchDomainsPorts,
  signal: AbortSignal,
): Promise<WatchLook | undefined> {
  const now = ports.clock.now();
  const due = watchedQuestions.filter(({ key }) => (sets[key]?.dueAt ?? 0) <= now).length;
  await ports.questionPace.take(Math.max(1, due), signal);
  if (signal.aborted) return undefined;
  const times = { now: ports.clock.now(), interval: ports.watchEvery, random: () => fraction(ports.random) };
  try {
    const found = await withNetwork(
      ports,
      AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      async ({ dns }) => lookAtDomain(domain, sets, dns, times),
    );
    const events = eventsOf(domain, found, new Date(times.now));
    const sightings = sightingsOf(events, ports);
    const batch = sightings.length === 0 ? undefined : { batchId: ports.random.uuid(), sightings };
    return {
      domain,
      version,
      sets: found.sets,
      dueAt: new Date(found.dueAt),
      events: events.map(({ isOwnership: _, ...event }) => event),
      batch,
    };
  } catch (error) {
    if (!signal.aborted) ports.log.warn({ err: error, domain }, 'a watched domain could not be looked at');
    return undefined;
  }
}

type WeighedEvent = NewDomainEvent & { readonly isOwnership: boolean };

function eventsOf(domain: string, { changes }: DomainLook, at: Date): WeighedEvent[] {
  return changes.map(({ key, oldValues, newValues }) => {
    const { severity, isOwnership, meaning } = weighChange(key, oldValues, newValues);
    return {
      domain,
      at,
      kind: 'dns_change',
      severity,
      isOwnership,
      subject: key,
      oldValue: without(oldValues, newValues),
      newValue: without(newValues, oldValues),
      message: `${key} of ${domain} changed${meaning === undefined ? '' : `: ${meaning}`}.`,
    };
  });
}

function without(values: readonly string[], others: readonly string[]): string | null {
  const rest = values.filter((value) => !others.includes(value));
  return rest.length === 0 ? null : rest.join('\n');
}

/** A threat at each location that lists the domain, for what is about whose domain it is. */
function sightingsOf(
  events: readonly WeighedEvent[],
  { detectionRules }: Pick<WatchDomainsPorts, 'detectionRules'>,
): Sighting[] {
  const grave = events.filter(
    ({ isOwnership, severity }) => isOwnership && severity !== 'info' && severity !== 'low',
  );
  if (grave.length === 0) return [];
  const report = new Report({
    excluded: (location, name, client) =>
      isExcluded(detectionRules.settingsOf(location).exclusions, name, client),
  });
  for (const [locationId, { lookalike, disabled }] of detectionRules.locations)
    for (const { domain, at, severity, subject, oldValue, newValue, message } of grave)
      if (!disabled.includes('lookalike') && lookalike.watched.some((one) => one.toLowerCase() === domain))
        report.addTold(
          { locationId, clientAddress: '', queryName: domain, observedAt: at.getTime() * 1_000 },
          {
            type: 'ownership_change',
            severity,
            subject: domain,
            technique: 'T1584.001',
            message,
            evidence: {
              method: 'records asked for again and again; two servers agreed before this was told',
              record_type: subject,
              old_value: oldValue,
              new_value: newValue,
            },
          },
        );
  return report.sightings();
}

function fraction(random: Random): number {
  return random.bytes(4).readUInt32BE() / 2 ** 32;
}
