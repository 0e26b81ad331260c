import type { RowRecord } from '@sonde/shared/batch/row.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { drawnText, oneOf } from './generated-domain.ts';
import { numbered, type PseudoRandom } from './pseudo-random.ts';
import { siteWords } from './site-words.ts';

/** First octets of addresses that sites have: none that is private, shared, of tests or of the host itself. */
const firstOctets = [
  3, 13, 18, 20, 23, 31, 34, 35, 44, 46, 52, 54, 62, 77, 80, 87, 91, 95, 104, 108, 142, 151, 157, 185,
];

export function answer(name: string, type: number, data: string): RowRecord {
  return { section: 'answer', name, type, ttl: 0, data };
}

/** Gives the addresses of a name, the same at every call; a third of the names leads to a network of delivery first. */
export function addressRecords(name: string, type: number, number: number): RowRecord[] {
  const random = numbered(number, 5);
  const records: RowRecord[] = [];
  let owner = name;
  if (random.fraction() < 0.33 && !isMachine(name)) {
    for (const target of deliveryTargets(name, random)) {
      records.push(answer(owner, recordTypes.CNAME, target));
      owner = target;
    }
  }
  const count = 1 + random.below(3);
  for (let index = 0; index < count; index++)
    records.push(answer(owner, type, type === recordTypes.A ? address(random) : longAddress(random)));
  return records;
}

export function address(random: PseudoRandom): string {
  return `${oneOf(random, firstOctets)}.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
}

/** Gives the SOA record of a zone, which comes with each negative answer (RFC 2308). */
export function denial(zone: string): RowRecord {
  return { section: 'authority', name: zone || '.', type: recordTypes.SOA, ttl: 0, data: authority(zone) };
}

function longAddress(random: PseudoRandom): string {
  return `2001:db8:${random.below(65_536).toString(16)}:${random.below(65_536).toString(16)}::${(random.below(65_535) + 1).toString(16)}`;
}

function deliveryTargets(name: string, random: PseudoRandom): string[] {
  const digits = 1_000 + random.below(30_000);
  const draw = random.fraction();
  if (draw < 0.3) return [`d${drawnText(random, 13)}.cloudfront.net`];
  if (draw < 0.5)
    return [`${name}.edgekey.net`, `e${digits}.${oneOf(random, ['a', 'b', 'dscb', 'dsca'])}.akamaiedge.net`];
  if (draw < 0.65) return [`${oneOf(random, siteWords.plain)}.map.fastly.net`];
  if (draw < 0.75) return [`${name}.cdn.cloudflare.net`];
  if (draw < 0.87) return [`${oneOf(random, siteWords.plain)}-${digits * 3_001}.eu-west-1.elb.amazonaws.com`];
  return [`${oneOf(random, siteWords.plain)}${oneOf(random, siteWords.trades)}.azureedge.net`];
}

/** A name of a network of delivery, which leads nowhere else. */
function isMachine(name: string): boolean {
  return /\.(cloudfront|googlevideo|akamai)\.[a-z]+$/.test(name);
}

function authority(zone: string): string {
  if (zone === '') return 'a.root-servers.net. nstld.verisign-grs.com. 2026112100 1800 900 604800 86400';
  if (!zone.includes('.')) return `a.nic.${zone}. hostmaster.nic.${zone}. 1795258339 1800 900 604800 900`;
  const random = numbered(zone.length * 7_907 + zone.charCodeAt(0) * 131 + zone.charCodeAt(1), 6);
  const server = random.below(2_048);
  const draw = random.fraction();
  if (draw < 0.3)
    return `ns-${server}.awsdns-${server >> 5}.org. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 86400`;
  if (draw < 0.6)
    return `${oneOf(random, ['ada', 'bob', 'cleo', 'dan'])}.ns.cloudflare.com. dns.cloudflare.com. 23${server * 3_001} 10000 2400 604800 1800`;
  return `ns1.${zone}. hostmaster.${zone}. 20261${100 + random.below(20)}01 28800 7200 604800 3600`;
}
