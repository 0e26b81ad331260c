import { nameFacts } from './names/name-facts.ts';
import type { CircumstancesOf } from './report.ts';
import type { SettingsOf } from './settings.ts';
import type { DomainHistory } from './state/domain-history.ts';

const daySeconds = 86_400;
/** Days for which a domain is new to a location. */
const newDays = 7;

/**
 * Makes a function that says in the evidence of what is reported if its domain is new to the location: a circumstance
 * for whoever judges it, which raises nothing by itself. Nothing is said while a location is watched for too short a
 * time for "new" to mean anything.
 */
export function newDomainOf(
  history: Pick<DomainHistory, 'isSettled' | 'knownSeconds'>,
  settingsOf: SettingsOf,
): CircumstancesOf {
  return ({ locationId, queryName, observedAt }): ReturnType<CircumstancesOf> => {
    const at = Math.floor(observedAt.getTime() / 1_000);
    if (!history.isSettled(locationId, at, settingsOf(locationId).newlyObserved.quietDays)) return {};
    const { class: kind, registrable, hash } = nameFacts(queryName);
    if (kind !== 'ordinary' || registrable === undefined) return {};
    const known = history.knownSeconds(locationId, hash, at);
    if (known >= newDays * daySeconds) return {};
    const since = known === 0 ? null : new Date((at - known) * 1_000).toISOString().slice(0, 10);
    return { new_domain: { domain: registrable, answered_here_since: since } };
  };
}
