import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { parseAddress } from '../rows/parse-address.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import type { FastFluxSettings } from '../settings.ts';
import { RecentMap } from '../state/recent-map.ts';

const followed = 5_000;
const mostAddresses = 128;
const windowSeconds = 86_400;

/** The autonomous system that announces an address (16 bytes, IPv4 mapped); undefined where that is unknown. */
export type AsnOf = (address: Uint8Array) => number | undefined;

interface Flux {
  since: number;
  readonly addresses: Map<string, { asn: number | undefined; firstOctet: number }>;
  rounds: number;
  lastRoundAt: number;
  leastTtl: number;
  reported: number;
}

/**
 * Names whose addresses change from answer to answer and belong to many networks. Where no source of ASNs is
 * configured, far more addresses are asked for, since a big cloud has many prefixes and still is one network.
 */
export function createFastFluxDetector(asnOf: AsnOf = () => undefined): RowDetector {
  const names = new RecentMap<string, Flux>(followed);
  const scratch = new Uint8Array(16);
  return {
    name: 'fast_flux',
    observe: (row, { fastFlux }, report) => {
      if (row.answerCount === 0 || (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA))
        return;
      const { class: kind, registrable, text } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      const answer = ownAddresses(row, fastFlux.mostTtl, scratch);
      if (answer.length === 0) return;
      const at = row.observedSeconds;
      const key = `${row.locationId} ${text}`;
      let flux = names.get(key);
      if (flux === undefined || at - flux.since > windowSeconds) {
        flux = {
          since: at,
          addresses: new Map(),
          rounds: 0,
          lastRoundAt: 0,
          leastTtl: fastFlux.mostTtl,
          reported: 0,
        };
        names.set(key, flux);
      }
      if (take(flux, answer, at, asnOf)) judge(row, flux, registrable, fastFlux, report);
    },
  };
}

interface Address {
  readonly bytes: Uint8Array;
  readonly ttl: number;
}

/** The public addresses that the name itself has; none where it is an alias or lives long. */
function ownAddresses(row: BatchRows, mostTtl: number, scratch: Uint8Array): Address[] {
  const found: Address[] = [];
  row.records((record) => {
    if (record.section !== sectionNumbers.answer || record.ttl >= mostTtl) return;
    if (record.type !== recordTypes.A && record.type !== recordTypes.AAAA) return;
    if (!row.isQueryName(record.nameStart, record.nameEnd)) return;
    if (!parseAddress(row.bytes, record.dataStart, record.dataEnd, scratch)) return;
    if (addressScope(scratch) === 'public') found.push({ bytes: scratch.slice(), ttl: record.ttl });
  });
  return found;
}

/** True where the answer brought an address that was not there before. */
function take(flux: Flux, answer: readonly Address[], at: number, asnOf: AsnOf): boolean {
  let fresh = false;
  for (const { bytes, ttl } of answer) {
    flux.leastTtl = Math.min(flux.leastTtl, ttl);
    const text = addressText(bytes);
    if (flux.addresses.has(text) || flux.addresses.size >= mostAddresses) continue;
    flux.addresses.set(text, { asn: asnOf(bytes), firstOctet: bytes[12]! });
    fresh = true;
  }
  if (fresh && (flux.rounds === 0 || at - flux.lastRoundAt >= Math.min(60, flux.leastTtl))) {
    flux.rounds++;
    flux.lastRoundAt = at;
  }
  return fresh;
}

function judge(
  row: BatchRows,
  flux: Flux,
  registrable: string,
  settings: FastFluxSettings,
  report: Report,
): void {
  const addresses = [...flux.addresses.values()];
  const asns = new Set(addresses.map(({ asn }) => asn).filter((asn) => asn !== undefined));
  const known = addresses.filter(({ asn }) => asn !== undefined).length;
  const octets = new Set(addresses.map(({ firstOctet }) => firstOctet)).size;
  const byAsn =
    known >= settings.leastAddresses &&
    (asns.size - 1) / (known - 1) >= settings.networkRatio &&
    known * 2 > addresses.length;
  const byNumber =
    known * 2 <= addresses.length &&
    addresses.length >= settings.addressesWithoutAsn &&
    octets >= settings.firstOctets;
  if (flux.rounds < settings.rounds || !(byAsn || byNumber)) return;
  report.add(row, {
    type: 'fast_flux',
    severity: 'medium',
    subject: registrable,
    technique: 'T1568.001',
    count: addresses.length - flux.reported,
    message: `${row.name.text} had ${addresses.length} addresses in ${byAsn ? asns.size : octets} networks within a day`,
    evidence: {
      method: byAsn
        ? 'ASNs among the addresses of several short-lived answers'
        : 'spread of addresses, ASNs unknown',
      addresses: addresses.length,
      asns: asns.size,
      first_octets: octets,
      rounds: flux.rounds,
      ttl: flux.leastTtl,
      from: new Date(flux.since * 1_000).toISOString(),
      to: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_addresses: [...flux.addresses.keys()].slice(0, 10),
      thresholds: { ...settings },
    },
  });
  flux.reported = addresses.length;
}
