import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../../batch-rows.ts';
import { startsWithIdentifier } from '../../names/identifier-name.ts';
import type { NameFacts } from '../../names/name-facts.ts';
import { isNodeTree } from '../../names/node-tree.ts';
import type { Report } from '../../report.ts';
import type { RowDetector } from '../../row-detector.ts';
import { sectionNumbers } from '../../rows/read-records.ts';
import type { DetectionSettings } from '../../settings.ts';
import { bytesHash } from '../../state/bytes-hash.ts';
import type { ClientStates } from '../../state/client-states.ts';
import { LocatedMap } from '../../state/located-map.ts';
import { PairCounter } from '../../state/pair-counter.ts';
import { answersOf } from './answer-kind.ts';
import { isSuffixed } from './suffixed.ts';
import type { VolumeSettings } from './tunnel-settings.ts';
import { VolumeTrack } from './volume-track.ts';

/** Pairs of client and domain that are followed, and clients, at most twice as many. */
const followed = 50_000;
/** Shorter names in front of a domain carry next to nothing in a query for an address. */
const shortestSubdomain = 8;
const hourSeconds = 3_600;
/** However many domains a client asks for, no threshold grows more than that. */
const mostBreadth = 20;
/** Queries of a client for one domain within ten minutes from which on addresses are taken for data: seeds of peers are asked seldom. */
const busyQueries = 60;
/** Octets of a day from which it is looked at which of them are new: nearly all pairs stay below. */
const worthFollowing = 500;
/** Pairs that are counted in each way, at 16 bytes. */
const countedPairs = 65_536;
const daySeconds = 86_400;
/** Seconds for which the address of an ordinary host may be kept, so that visits to it are not counted. */
const ordinaryTtl = 30;
const busySeconds = 600;
/** What a character of an identifier counts for: two are an octet. Lists that answer with verdicts are asked for many. */
const identifierShare = 0.5;
const verdictShare = 0.25;
/** Octets of a name from which no service's request is as long. */
const longRequest = 80;
/** Of a tree of nodes, which is fetched as a whole now and then, and whose records are signed. */
const treeShare = 0.5;
/** Octets that a denial is longer than its question. */
const ordinaryDenial = 150;
/** A name of this length in front of a domain carries more up than a host's name. */
const longSubdomain = 20;

interface Breadth {
  since: number;
  domains: number;
  /** Domains of the hour before. */
  before: number;
}

/**
 * Detects many new octets between one client and one registrable domain, up in names and down in the data of answers,
 * whatever the types and the labels look like: what was there before is no new octet, so that pages which are visited
 * all day carry next to nothing.
 */
export function createVolumeDetector(states: ClientStates): RowDetector {
  const tracks = new LocatedMap<VolumeTrack>(followed);
  const clients = states.slot<Breadth>();
  const busy = new PairCounter(countedPairs, busySeconds);
  const slight = new PairCounter(countedPairs, daySeconds);
  return {
    name: 'dns_volume',
    tables: [tracks],
    observe: (row, settings, report) => {
      const facts = row.name;
      if (!isPublic(row, facts)) return;
      const isBusy = !isOrdinaryVisit(row, facts) && busy.add(row, facts.hash, 1).sum > busyQueries;
      if (!isBusy && !mayCarry(row, facts)) return;
      const at = row.observedSeconds;
      const { locationId, client } = row;
      let track = tracks.getOfBoth(locationId, client.hash, facts.hash);
      if (track === undefined) {
        const so = slight.add(row, facts.hash, octetsOfRow(row, facts));
        if (so.isNew) widen(clients.get(row) ?? clients.set(row, narrow(at)), at);
        if (!isBusy && so.sum < worthFollowing) return;
        track = tracks.addOfBoth(locationId, client.hash, facts.hash, new VolumeTrack(at));
      }
      track.turn(at);
      const isNewName = track.isNewName(facts.subdomainHash);
      // Other addresses of a name that is known are a handful of octets; nearly all rows end here.
      if (!isNewName && (row.answerCount === 0 || (!isBusy && isAddress(row.queryType)))) return;
      const up = isNewName ? track.newLabels(facts.subdomain) : 0;
      const down = row.answerCount > 0 || isLongDenial(row) ? newData(row, track) : 0;
      if (up + down === 0) return;
      const form = formOf(row);
      const share = shareOf(row, form, up, down);
      track.add(up * share, down * share, form !== 'identifier' && form !== 'other', facts.text);
      if (track.worst(settings.volume, 1) === undefined) return;
      judge(row, facts, track, clients.get(row), settings, report);
    },
  };
}

function narrow(since: number): Breadth {
  return { since, domains: 0, before: 0 };
}

/** Counts the domains that a client asks for: many clients behind one address carry more. */
function widen(breadth: Breadth, at: number): void {
  if (at - breadth.since >= hourSeconds) {
    breadth.before = at - breadth.since < 2 * hourSeconds ? breadth.domains : 0;
    breadth.domains = 0;
    breadth.since = at;
  }
  breadth.domains++;
}

function isPublic(row: BatchRows, { class: kind, registrable }: NameFacts): boolean {
  if (registrable === undefined || row.nameService !== nameServices.dns) return false;
  return kind !== 'delivery' && kind !== 'reverse' && kind !== 'local';
}

function mayCarry(row: BatchRows, { subdomain }: NameFacts): boolean {
  if (subdomain.length >= shortestSubdomain) return true;
  return row.answerCount > 0 ? !isAddress(row.queryType) : isLongDenial(row);
}

/** A denial with more behind it than a zone's serial number takes, in which data may come down. */
function isLongDenial({ answerCount, authorityCount, querySize, responseSize }: BatchRows): boolean {
  return answerCount === 0 && authorityCount > 0 && responseSize - querySize > ordinaryDenial;
}

/** An address that may be kept for a while, of a host as most sites have: nearly all rows, none of which need be counted. */
function isOrdinaryVisit(row: BatchRows, { subdomain, isOrdinaryHost }: NameFacts): boolean {
  if (subdomain.length >= shortestSubdomain || !isAddress(row.queryType)) return true;
  const { addresses } = row;
  return addresses.count === 0 || (isOrdinaryHost && addresses.ttls[0]! >= ordinaryTtl);
}

/** Octets of a row that may be data, whether they were there before or not. */
function octetsOfRow(row: BatchRows, { subdomain }: NameFacts): number {
  let octets = subdomain.length;
  if (row.answerCount > 0)
    row.records(({ section, dataStart, dataEnd }) => {
      if (section === sectionNumbers.answer) octets += dataEnd - dataStart;
    });
  return octets;
}

function isAddress(type: number): boolean {
  return type === recordTypes.A || type === recordTypes.AAAA;
}

type Form = 'lookup' | 'tree' | 'suffixed' | 'identifier' | 'other';

/**
 * Forms that are asked by data in names as a matter of course, up to a bound: `lookup`, below services that are known for
 * it; `tree`, of nodes; `suffixed`, other names with a search suffix behind. And `identifier`, whose digits hold half as many
 * octets. Keys and policies below underscored labels are few for any one domain, and count in full.
 */
function formOf(row: BatchRows): Form {
  if (row.name.class === 'lookup') return 'lookup';
  if (isNodeTree(row)) return 'tree';
  if (isSuffixed(row)) return 'suffixed';
  return startsWithIdentifier(row.name) ? 'identifier' : 'other';
}

/** Tells what an octet counts for: a request that is answered in a word says little, and is none if it is long. */
function shareOf(row: BatchRows, form: Form, up: number, down: number): number {
  if (form === 'tree') return treeShare;
  const { subdomain } = row.name;
  if (form !== 'lookup' && up > 0 && subdomain.length <= longRequest && !subdomain.includes('_')) {
    const answer = answersOf(row);
    if (answer === 'verdict' || (answer === 'short' && down === 0)) return verdictShare;
  }
  return form === 'identifier' ? identifierShare : 1;
}

/** Octets of the answers' data, or of what a denial names, that the client was not sent before. */
function newData(row: BatchRows, track: VolumeTrack): number {
  let octets = 0;
  const wanted = row.answerCount > 0 ? sectionNumbers.answer : sectionNumbers.authority;
  row.records(({ section, type, dataStart, dataEnd }) => {
    // What proves a denial (RFC 4035) is new for every name.
    if (section !== wanted || (wanted === sectionNumbers.authority && type !== recordTypes.SOA)) return;
    const hash = bytesHash(dataEnd - dataStart, row.bytes, dataStart, dataEnd);
    if (!track.isNewData(hash ^ (hash >>> 15))) return;
    octets += octetsOf(row.bytes, dataStart, dataEnd) * track.dataWeight;
  });
  return octets;
}

/** Counts the octets of data in presentation form; two digits are an octet in the generic one (RFC 3597). */
function octetsOf(bytes: Uint8Array, start: number, end: number): number {
  const isGeneric = bytes[start] === 0x5c && bytes[start + 1] === 0x23;
  return isGeneric ? (end - start) >> 1 : end - start;
}

function judge(
  row: BatchRows,
  { registrable }: NameFacts,
  track: VolumeTrack,
  breadth: Breadth | undefined,
  { volume }: DetectionSettings,
  report: Report,
): void {
  const domains = Math.max(breadth?.domains ?? 0, breadth?.before ?? 0);
  const factor = Math.min(mostBreadth, Math.max(1, domains / volume.usualDomains));
  const found = track.worst(volume, factor);
  if (found === undefined || !track.isWorthTelling(row.observedSeconds)) return;
  const { window, up, down, limit } = found;
  const names = track.names;
  // Hosts with long names of their own come by the thousand; what comes back, or data in names, does not.
  const isData = down * 2 >= limit || track.meanUp >= longSubdomain;
  report.add(row, {
    type: 'dns_tunnel',
    severity: !isData ? 'info' : up + down >= 2 * limit ? 'high' : 'medium',
    subject: registrable!,
    technique: down > up ? 'T1071.004' : 'T1048.003',
    count: track.takeUnreported(),
    message:
      `${row.clientAddress} exchanged ${up} new octets up and ${down} down with ${registrable} ` +
      `within ${window} seconds, under ${names} names`,
    evidence: {
      method: 'new octets in names and in data of answers, per client and registrable domain',
      octets_up: up,
      octets_down: down,
      window_seconds: window,
      limit_octets: limit,
      mean_octets_of_a_name: Math.round(track.meanUp),
      domains_of_the_client: domains,
      to: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_names: track.samples.slice(),
      thresholds: { ...volume } satisfies VolumeSettings,
    },
  });
}
