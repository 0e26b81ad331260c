import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Location, LocationStore } from '../../ports/ingest/locations.ts';
import type { DomainSighting, DomainSightings } from '../../ports/traffic/domain-sightings.ts';
import type { SeenDomains } from '../../ports/traffic/seen-domains.ts';
import { scopedLocations } from '../traffic/monitoring/scoped-locations.ts';
import type { DgaModel } from './dga/dga-model.ts';
import type { IndicatorMatcher } from './indicator-matcher.ts';
import { nameFacts } from './names/name-facts.ts';
import { newlySeen } from './newly-seen.ts';
import type { SettingsOf } from './settings.ts';

const dayMilliseconds = 86_400_000;
/** New domains that are judged: the latest ones of a busy network's days. */
const mostDomains = 10_000;

/** A first watch is a domain that was asked for for the first time, and what speaks against it beside that. */
export interface FirstWatch extends DomainSighting {
  readonly severity: Severity;
  /** `new`: nothing else. `newly_certified`: its first certificate in a followed log is of the last month. `listed`: by an indicator. `made_up`: by an algorithm, as far as its letters tell. */
  readonly reason: 'new' | 'newly_certified' | 'listed' | 'made_up';
  readonly message: string;
}

export interface FirstWatchPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly domainSightings: Pick<DomainSightings, 'newDomains'>;
  readonly seenDomains: Pick<SeenDomains, 'firstSeen' | 'begin'>;
  readonly matcher: Pick<IndicatorMatcher, 'match'>;
  readonly dgaModel: Pick<DgaModel, 'isFlagged'>;
  readonly detectionRules: { readonly settingsOf: SettingsOf };
  readonly clock: Clock;
}

export interface FirstWatchQuestion {
  readonly accountId: number;
  readonly locationId: number | undefined;
  readonly days: number;
  readonly leastSeverity: Severity;
}

/**
 * Lists domains that the account's locations asked for for the first time in these days, the gravest first. While all
 * of them have been watched for too short a time for "new" to mean anything, `learning` is true and only those with
 * another reason are told.
 */
export async function firstWatch(
  { accountId, locationId, days, leastSeverity }: FirstWatchQuestion,
  ports: FirstWatchPorts,
): Promise<{ learning: boolean; alerts: FirstWatch[] }> {
  const now = ports.clock.now();
  const locations = await scopedLocations(accountId, locationId, ports);
  const learning = locations.every((location) => isLearning(location, now, ports));
  if (locations.length === 0) return { learning, alerts: [] };
  const scope = {
    locationIds: locations.map(({ id }) => id),
    from: new Date(now - days * dayMilliseconds),
    to: new Date(now),
  };
  const least = severities.indexOf(leastSeverity);
  const sightings = await ports.domainSightings.newDomains(scope, mostDomains);
  const domains = sightings.map(({ domain }) => domain);
  const certified = await newlySeen('ct', domains, now, ports.seenDomains);
  const alerts = sightings
    .map((sighting) => judge(sighting, certified.get(sighting.domain), ports))
    .filter(
      ({ severity, reason }) => severities.indexOf(severity) >= least && !(learning && reason === 'new'),
    )
    .sort(
      (a, b) =>
        severities.indexOf(b.severity) - severities.indexOf(a.severity) || +b.firstSeenAt - +a.firstSeenAt,
    );
  return { learning, alerts };
}

function isLearning({ id, createdAt }: Location, now: number, ports: FirstWatchPorts): boolean {
  const { quietDays } = ports.detectionRules.settingsOf(id).newlyObserved;
  return now - createdAt.getTime() < quietDays * dayMilliseconds;
}

function judge(
  sighting: DomainSighting,
  certifiedAt: Date | undefined,
  { matcher, dgaModel }: FirstWatchPorts,
): FirstWatch {
  const { domain } = sighting;
  const indicator = matcher.match(domain);
  if (indicator !== undefined) {
    const message = `${domain} was asked for for the first time, and is listed by ${indicator.source}`;
    return { ...sighting, severity: indicator.severity, reason: 'listed', message };
  }
  const { label, class: kind } = nameFacts(domain);
  if (kind === 'ordinary' && dgaModel.isFlagged(label)) {
    const message = `${domain} was asked for for the first time, and looks made up by an algorithm`;
    return { ...sighting, severity: 'low', reason: 'made_up', message };
  }
  if (certifiedAt !== undefined) {
    const day = certifiedAt.toISOString().slice(0, 10);
    const message = `${domain} was asked for for the first time, and has had certificates since ${day} alone`;
    return { ...sighting, severity: 'low', reason: 'newly_certified', message };
  }
  return {
    ...sighting,
    severity: 'info',
    reason: 'new',
    message: `${domain} was asked for for the first time`,
  };
}
