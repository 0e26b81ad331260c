import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { bytesHash } from '../../state/bytes-hash.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { textHash } from '../../state/text-hash.ts';

/** Pairs of client and domain that are followed, at most twice as many: few ever have such an answer. */
const followed = 2_000;
const kept = 32;
const samples = 5;

interface Impossible {
  readonly name: number;
  readonly firstOctet: number;
  readonly address: number;
  readonly at: number;
  readonly text: string;
}

/**
 * Detects data carried down in addresses: four or sixteen octets of data are, now and then, an address that no host can
 * have. One such answer is a mistake, and several of one prefix are somebody's private use of it; different names below
 * one domain with addresses from all over what is impossible are data.
 */
export function createTunnelAddressesDetector(): RowDetector {
  const tracks = new RecentMap<string, Impossible[]>(followed);
  return {
    name: 'dns_tunnel_addresses',
    tables: [tracks],
    needs: rowTraits.addressed,
    observe: (row, { tunnelAddresses }, report) => {
      if (row.answerCount === 0 || row.nameService !== nameServices.dns) return;
      const firstOctet = impossibleOctet(row);
      if (firstOctet === undefined) return;
      const { class: kind, registrable, subdomain, text } = row.name;
      if (kind !== 'ordinary' || registrable === undefined || subdomain === '') return;
      const key = `${row.locationId} ${row.clientAddress} ${registrable}`;
      const answers = tracks.getOrCreate(key, () => []);
      const name = textHash(subdomain);
      const address = bytesHash(0, row.addresses.bytes, 0, 16);
      if (answers.some((answer) => answer.name === name || answer.address === address)) return;
      const at = row.observedSeconds;
      answers.push({ name, firstOctet, address, at, text });
      if (answers.length > kept) answers.shift();
      const { windowSeconds, names, firstOctets } = tunnelAddresses;
      const recent = answers.filter((answer) => answer.at > at - windowSeconds);
      const octets = new Set(recent.map((answer) => answer.firstOctet)).size;
      if (recent.length < names || octets < firstOctets) return;
      report.add(row, {
        type: 'dns_tunnel',
        severity: 'high',
        subject: registrable,
        technique: 'T1071.004',
        message:
          `${row.clientAddress} was sent ${recent.length} different addresses that no host can have, for as many names ` +
          `below ${registrable}`,
        evidence: {
          method: 'addresses outside what is assigned to hosts, per client and registrable domain',
          unique_names: recent.length,
          first_octets: octets,
          from: new Date(recent[0]!.at * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: recent.slice(-samples).map((answer) => answer.text),
          thresholds: { ...tunnelAddresses },
        },
      });
    },
  };
}

/**
 * The first octet of the first answer's address if no host can have it: of IPv4 within 0/8, 224/4 and 240/4 (RFC 6890),
 * of IPv6 outside what is global (2000::/3), local (fc00::/6) or special (::/8, 100::/8) by the IANA's registry.
 */
function impossibleOctet({ addresses }: BatchRows): number | undefined {
  if (addresses.count === 0) return undefined;
  const { bytes } = addresses;
  if (addresses.types[0] === recordTypes.A) {
    const first = bytes[12]!;
    if (first >= 224 && !isAll(bytes, 255)) return first;
    return first === 0 && !isAll(bytes, 0) ? first : undefined;
  }
  const first = bytes[0]!;
  return first <= 1 || (first >= 0x20 && first <= 0x3f) || first >= 0xfc ? undefined : first;
}

function isAll(bytes: Uint8Array, octet: number): boolean {
  return bytes[12] === octet && bytes[13] === octet && bytes[14] === octet && bytes[15] === octet;
}
