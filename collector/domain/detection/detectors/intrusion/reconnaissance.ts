import { nameServices, noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { LanguageModel } from '../../dga/language-model.ts';
import type { NameFacts } from '../../names/name-facts.ts';
import { carriesName, hasNameWithin } from '../../names/search-suffix.ts';
import type { Report } from '../../report.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import type { ReconnaissanceSettings } from '../../settings.ts';
import { DistinctCounter } from '../../state/distinct-counter.ts';
import { LocatedMap } from '../../state/located-map.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { textHash } from '../../state/text-hash.ts';
import { ReverseSweeps } from './reverse-sweeps.ts';
import { seen } from './seen.ts';

const followed = 5_000;
const remembered = 20_000;
const chaos = 3;
const recursionDesired = 0x0100;
/** Bits for names that a client tries below one domain, and for the services that it asks for. */
const bits = 1_024;
const longestTried = 24;
const samples = 5;
/** Bits a character: words have 3 to 4.5, drawn letters 6. */
const readableBits = 5.2;
/** What name servers tell of themselves in the class CHAOS (RFC 4892). */
const serverFacts =
  /^(?:version|hostname|authors?|id)\.(?:bind|server|pdns|knot|unbound)$|^(?:trustanchor\.unbound|version\.pdns)$/;
/** A service and its protocol (RFC 2782). */
const service = /^_[a-z0-9-]+\._(?:tcp|udp|tls|sctp)(?:\.|$)/;

/** What a client tries below one domain within an hour. */
interface Tries {
  since: number;
  names: DistinctCounter;
  services: DistinctCounter;
  aliases: DistinctCounter;
  readonly samples: string[];
}

/** Zones that a client wants whole, and servers that it asks about themselves, in one day. */
interface Wants {
  day: number;
  readonly zones: Set<string>;
  readonly servers: Set<string>;
}

/**
 * Detects clients that explore a network by its DNS: addresses asked for their names one after the other, whole zones,
 * versions of name servers, all services of a domain, and names tried out of a list.
 */
export function createReconnaissanceDetector(language: LanguageModel): RowDetector {
  const sweeps = new ReverseSweeps();
  const tries = new LocatedMap<Tries>(followed);
  const wants = new LocatedMap<Wants>(followed);
  const secondaries = new RecentMap<string, number>(followed);
  const told = new OncePerDay(remembered);
  return {
    name: 'reconnaissance',
    tables: [tries, wants, secondaries, told],
    needs: rowTraits.special | rowTraits.denied,
    observe: (row, { reconnaissance: settings }, report) => {
      if (row.nameService !== nameServices.dns) return;
      const { queryType } = row;
      if (row.queryClass === chaos) return observeFacts(row, { settings, wants, told }, report);
      if (queryType === recordTypes.PTR) {
        const found = sweeps.note(row, settings);
        if (found === undefined) return;
        const { network, addresses, inOrder } = found;
        if (!told.isFirst(`${row.locationId} ${row.clientAddress} ${network}`, row.observedSeconds)) return;
        add(row, report, settings, {
          way: 'reverse sweep',
          severity: 'low',
          technique: 'T1018',
          about: network,
          message: `${row.clientAddress} asked for the names of ${addresses} addresses within ${network}`,
          facts: { network, addresses, share_in_order: inOrder },
        });
        return;
      }
      if (queryType === recordTypes.AXFR || queryType === recordTypes.IXFR)
        return observeTransfer(row, { settings, wants, told, secondaries }, report);
      // A secondary server asks for the serial number first, itself.
      if (queryType === recordTypes.SOA) {
        if ((row.queryFlags & recursionDesired) === 0)
          secondaries.set(`${row.locationId} ${row.clientAddress} ${row.queryName}`, row.observedSeconds);
        return;
      }
      if (
        row.responseCode === responseCodes.NXDOMAIN ||
        queryType === recordTypes.SRV ||
        queryType === recordTypes.CNAME
      )
        observeTry(row, { settings, tries, told, language }, report);
    },
  };
}

interface State {
  readonly settings: ReconnaissanceSettings;
  readonly told: OncePerDay;
}

function wantsOf(row: BatchRows, wants: LocatedMap<Wants>): Wants {
  const { locationId, client } = row;
  const day = Math.floor(row.observedSeconds / 86_400);
  const own =
    wants.get(locationId, client.hash) ??
    wants.add(locationId, client.hash, { day, zones: new Set(), servers: new Set() });
  if (own.day !== day) {
    own.day = day;
    own.zones.clear();
    own.servers.clear();
  }
  return own;
}

/** One server that is asked is a check of one's own; many are somebody who looks for one with a known fault. */
function observeFacts(
  row: BatchRows,
  { settings, wants, told }: State & { wants: LocatedMap<Wants> },
  report: Report,
): void {
  if (!serverFacts.test(row.queryName)) return;
  const { servers } = wantsOf(row, wants);
  const before = servers.size;
  if (before < 256) servers.add(row.serverAddress);
  const isMany = servers.size >= settings.askedServers;
  if (servers.size === before && before !== 1) return;
  const severity = isMany ? 'low' : 'info';
  if (!told.isFirst(`${row.locationId} ${row.clientAddress} facts ${severity}`, row.observedSeconds)) return;
  add(row, report, settings, {
    way: 'facts of servers',
    severity,
    technique: 'T1046',
    about: 'class CHAOS',
    message: `${row.clientAddress} asked ${servers.size} servers for ${row.queryName}`,
    facts: { servers: servers.size },
  });
}

/** A transfer that was given is worse than one that was asked for; a secondary server has asked for the serial number. */
function observeTransfer(
  row: BatchRows,
  {
    settings,
    wants,
    told,
    secondaries,
  }: State & { wants: LocatedMap<Wants>; secondaries: RecentMap<string, number> },
  report: Report,
): void {
  const zone = row.queryName;
  const asked = secondaries.get(`${row.locationId} ${row.clientAddress} ${zone}`);
  const isSecondary = asked !== undefined && row.observedSeconds - asked <= settings.secondarySeconds;
  const { zones } = wantsOf(row, wants);
  if (zones.size < 256) zones.add(zone);
  const isGiven = row.responseCode === responseCodes.NOERROR && row.answerCount > 0;
  const isNoServer = row.responseCode === noResponseCode;
  const severity = isSecondary
    ? 'info'
    : isGiven
      ? 'medium'
      : zones.size >= settings.zones
        ? 'medium'
        : 'low';
  if (isNoServer && severity === 'info') return;
  if (!told.isFirst(`${row.locationId} ${row.clientAddress} ${zone} ${severity}`, row.observedSeconds))
    return;
  const type = recordTypeName(row.queryType);
  add(row, report, settings, {
    way: 'zone transfer',
    severity,
    technique: 'T1590.002',
    about: zone,
    message: `${row.clientAddress} ${isGiven ? 'was given' : 'asked for'} the whole zone ${zone} (${type})`,
    facts: { zone, given: isGiven, zones_of_the_day: zones.size, like_a_secondary_server: isSecondary },
  });
}

type Way = 'services' | 'names' | 'aliases';

/** What a client tries: services of a domain, names that do not exist, and names whose aliases nobody but an explorer asks for. */
const ways: Readonly<
  Record<Way, { readonly way: string; readonly limit: 'services' | 'triedNames' | 'aliases' }>
> = {
  services: { way: 'services of a domain', limit: 'services' },
  names: { way: 'names from a list', limit: 'triedNames' },
  aliases: { way: 'aliases of a domain', limit: 'aliases' },
};

/** Services of one domain, aliases, and short names that do not exist below it or below what a provider gives to anybody. */
function observeTry(
  row: BatchRows,
  { settings, tries, told, language }: State & { tries: LocatedMap<Tries>; language: LanguageModel },
  report: Report,
): void {
  const { class: kind, text, registrable, subdomain, isPrivateSuffix, suffix } = row.name;
  const isGiven = isPrivateSuffix && subdomain === '';
  if (kind !== 'ordinary' && kind !== 'local' && kind !== 'unknown' && !(kind === 'delivery' && isGiven))
    return;
  const zone = isGiven ? suffix : (registrable ?? text.split('.').slice(-2).join('.'));
  const below = text.slice(0, Math.max(0, text.length - zone.length - 1));
  if (below === '' || below.length > longestTried * 2) return;
  const isService = service.test(below);
  if (!isService && !isTried(row.name, below, language)) return;
  const tried: Way = isService ? 'services' : row.queryType === recordTypes.CNAME ? 'aliases' : 'names';
  const at = row.observedSeconds;
  const { locationId, client } = row;
  const hash = registrable === undefined || isGiven ? zoneHash(zone) : row.name.hash;
  const own =
    tries.getOfBoth(locationId, client.hash, hash) ??
    tries.addOfBoth(locationId, client.hash, hash, newTries(at));
  if (at - own.since >= settings.windowSeconds) Object.assign(own, newTries(at));
  const counter = own[tried];
  if (!counter.add(textHash(isService ? below.split('.', 2).join('.') : below))) return;
  if (own.samples.push(text) > samples) own.samples.shift();
  const count = counter.estimate;
  const { way, limit } = ways[tried];
  if (count < settings[limit]) return;
  if (!told.isFirst(`${locationId} ${row.clientAddress} ${zone} ${way}`, at)) return;
  add(row, report, settings, {
    way,
    severity: 'low',
    technique: 'T1018',
    about: zone,
    message:
      tried === 'names'
        ? `${row.clientAddress} tried ${count} different names below ${zone} that do not exist`
        : `${row.clientAddress} asked for ${count} different ${tried} of ${zone}`,
    facts: {
      zone,
      count,
      from: new Date(own.since * 1_000).toISOString(),
      samples_of_names: own.samples.join(' '),
    },
  });
}

/** Not what resolvers make of search lists, nor data or probes of browsers: what somebody may have put on a list. */
function isTried(facts: NameFacts, below: string, language: LanguageModel): boolean {
  if (below.length > longestTried || below.includes('_')) return false;
  if (below === facts.subdomain ? hasNameWithin(facts) : carriesName(below)) return false;
  return language.bits(below) < below.length * readableBits;
}

function newTries(since: number): Tries {
  const counter = (): DistinctCounter => new DistinctCounter(bits);
  return { since, names: counter(), services: counter(), aliases: counter(), samples: [] };
}

function zoneHash(zone: string): { low: number; high: number } {
  return { low: textHash(zone), high: textHash(`${zone} `) };
}

interface Exploration {
  readonly way: string;
  readonly severity: 'info' | 'low' | 'medium';
  readonly technique: string;
  readonly about: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

function add(
  row: BatchRows,
  report: Report,
  settings: ReconnaissanceSettings,
  { way, severity, technique, about, message, facts }: Exploration,
): void {
  report.add(row, {
    type: 'reconnaissance',
    severity,
    subject: `${row.clientAddress} ${about}`,
    technique,
    message,
    evidence: {
      method: way,
      ...facts,
      ...seen(row),
      thresholds: { ...settings },
    },
  });
}
