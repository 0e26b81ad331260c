import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import type { AutonomousSystems } from '../../../ports/networks/autonomous-systems.ts';
import { addressScope, isMapped } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { rowTraits } from '../rows/row-traits.ts';
import type { FastFluxSettings } from '../settings.ts';
import { AddressSet } from '../state/address-set.ts';
import type { DomainHistory } from '../state/domain-history.ts';
import { LocatedMap } from '../state/located-map.ts';

const followed = 5_000;
const mostAddresses = 128;
const windowSeconds = 86_400;
/** No TTL is longer (RFC 2181 section 8). */
const longestTtl = 2 ** 31 - 1;

interface Flux {
  since: number;
  addresses: AddressSet;
  rounds: number;
  lastRoundAt: number;
  leastTtl: number;
  reported: number;
}

/**
 * Detects names whose addresses change from answer to answer and belong to many networks. If the networks are unknown,
 * far more addresses are asked for, since a big cloud has many prefixes and still is one network.
 */
export function createFastFluxDetector(history: DomainHistory, networks?: AutonomousSystems): RowDetector {
  const names = new LocatedMap<Flux>(followed);
  return {
    name: 'fast_flux',
    tables: [names],
    needs: rowTraits.addressed,
    observe: (row, { fastFlux }, report) => {
      if (row.answerCount === 0 || (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA))
        return;
      const { class: kind, registrable, textHash } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      if (!hasShortLived(row, fastFlux.mostTtl)) return;
      const at = row.observedSeconds;
      const flux = names.get(row.locationId, textHash) ?? names.add(row.locationId, textHash, newFlux(at));
      if (at - flux.since > windowSeconds) Object.assign(flux, newFlux(at));
      if (take(flux, row, fastFlux.mostTtl)) {
        // One that was asked for a week before is a service with addresses all over the world.
        const isKnown = history.isLongKnown(row.locationId, row.name.hash, at);
        judge(row, { flux, registrable, isKnown }, fastFlux, report, networks);
      }
    },
  };
}

function newFlux(since: number): Flux {
  return {
    since,
    addresses: new AddressSet(mostAddresses),
    rounds: 0,
    lastRoundAt: 0,
    leastTtl: longestTtl,
    reported: 0,
  };
}

/** Tells whether the name itself has an address that lives shortly: not if it is an alias. */
function hasShortLived({ addresses }: BatchRows, mostTtl: number): boolean {
  for (let index = 0; index < addresses.count; index++)
    if (addresses.own[index] === 1 && addresses.ttls[index]! < mostTtl) return true;
  return false;
}

/** True if the answer brought a public address that was not there before. */
function take(flux: Flux, row: BatchRows, mostTtl: number): boolean {
  const { addresses, observedSeconds: at } = row;
  let fresh = false;
  for (let index = 0; index < addresses.count; index++) {
    const ttl = addresses.ttls[index]!;
    if (addresses.own[index] !== 1 || ttl >= mostTtl) continue;
    const start = index * 16;
    if (addressScope(addresses.bytes, start) !== 'public') continue;
    if (ttl < flux.leastTtl) flux.leastTtl = ttl;
    if (flux.addresses.isFull || !flux.addresses.add(addresses.bytes, start)) continue;
    fresh = true;
  }
  if (fresh && (flux.rounds === 0 || at - flux.lastRoundAt >= Math.min(60, flux.leastTtl))) {
    flux.rounds++;
    flux.lastRoundAt = at;
  }
  return fresh;
}

/** Addresses of one answer as seeds of networks of peers have them, such as Bitcoin's; a site has a few. */
const listOfPeers = 16;

/** The /16 of an IPv4 address (16 bytes, mapped); of IPv6 the /32, as a negative number. */
function prefixOf(bytes: Uint8Array): number {
  if (isMapped(bytes)) return bytes[12]! * 256 + bytes[13]!;
  const high = bytes[0]! * 256 + bytes[1]!;
  return -1 - (high * 65_536 + bytes[2]! * 256 + bytes[3]!);
}

/**
 * Gives the part of a prefix that registries hand out to different parts of the world: the first octet, of IPv6 the
 * first two.
 */
function firstOctet(prefix: number): number {
  return prefix >= 0 ? prefix >> 8 : -1 - Math.floor((-1 - prefix) / 65_536);
}

function judge(
  row: BatchRows,
  { flux, registrable, isKnown }: { flux: Flux; registrable: string; isKnown: boolean },
  settings: FastFluxSettings,
  report: Report,
  networks?: AutonomousSystems,
): void {
  // Nearly all names end here.
  if (flux.rounds < settings.rounds) return;
  const addresses = flux.addresses.first(mostAddresses).map((bytes) => ({
    asn: networks?.find(bytes)?.asn,
    prefix: prefixOf(bytes),
  }));
  const asns = new Set(addresses.map(({ asn }) => asn).filter((asn) => asn !== undefined));
  const known = addresses.filter(({ asn }) => asn !== undefined).length;
  const prefixes = new Set(addresses.map(({ prefix }) => prefix));
  const octets = new Set(Array.from(prefixes, firstOctet)).size;
  const byAsn =
    known >= settings.leastAddresses &&
    (asns.size - 1) / (known - 1) >= settings.networkRatio &&
    known * 2 > addresses.length;
  const byNumber =
    known * 2 <= addresses.length &&
    addresses.length >= settings.addressesWithoutAsn &&
    (prefixes.size - 1) / (addresses.length - 1) >= settings.prefixRatio &&
    octets >= settings.firstOctets;
  if (!byAsn && !byNumber) return;
  report.add(row, {
    type: 'fast_flux',
    severity: isKnown || row.addresses.count >= listOfPeers ? 'info' : 'medium',
    subject: registrable,
    technique: 'T1568.001',
    count: addresses.length - flux.reported,
    message: `${row.name.text} had ${addresses.length} addresses in ${byAsn ? asns.size : prefixes.size} networks within a day`,
    evidence: {
      method: byAsn
        ? 'ASNs among the addresses of several short-lived answers'
        : 'spread of addresses over prefixes, ASNs unknown',
      addresses: addresses.length,
      asns: asns.size,
      prefixes: prefixes.size,
      first_octets: octets,
      rounds: flux.rounds,
      ttl: flux.leastTtl,
      from: new Date(flux.since * 1_000).toISOString(),
      to: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_addresses: flux.addresses.first(10).map((bytes) => addressText(bytes)),
      thresholds: { ...settings },
    },
  });
  flux.reported = addresses.length;
}
