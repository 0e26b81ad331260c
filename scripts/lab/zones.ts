import { isIpv6, type LabPlan } from '../../scanner/bench/lab/plan.ts';

/** A zone of the closed network before it is signed. */
export interface Zone {
  /** Without the final dot; the root is the empty name. */
  readonly name: string;
  /** `unsigned` has no keys; `broken` is changed after it was signed, so that it does not validate. */
  readonly security: 'signed' | 'unsigned' | 'broken';
  /** Records in master file format, relative to the zone. */
  readonly records: readonly string[];
}

/** A name that the demonstration's indicator list calls bad. */
export const badName = 'malware-control.example';

const timing = '2026010100 3600 600 86400 60';

/** Creates the leaves: an ordinary site, one without DNSSEC, one whose signatures do not fit, one of bad repute. */
export function leafZones(plan: LabPlan): Zone[] {
  return [
    {
      name: 'shop.example',
      security: 'signed',
      records: [
        ...apex(plan.leaves),
        '@ A 198.18.10.1',
        '@ AAAA 2001:db8:10::1',
        '@ MX 10 mail',
        '@ TXT "v=spf1 mx -all"',
        '@ CAA 0 issue "ca.example"',
        'mail A 198.18.10.25',
        'www A 198.18.10.80',
        'www AAAA 2001:db8:10::80',
        'www HTTPS 1 . alpn=h2,h3 ipv4hint=198.18.10.80',
        'alias CNAME www',
        '_sip._udp SRV 10 5 5060 www',
        `large TXT ${largeText()}`,
        ...Array.from({ length: 40 }, (_, host) => `host-${host} A 198.18.10.${100 + host}`),
      ],
    },
    {
      name: 'plain.example',
      security: 'unsigned',
      records: [...apex(plan.leaves), '@ A 198.18.20.1', '*.any A 198.18.20.2'],
    },
    {
      name: 'broken.example',
      security: 'broken',
      records: [...apex(plan.leaves), 'www A 198.18.30.1'],
    },
    {
      name: badName,
      security: 'signed',
      records: [...apex(plan.leaves), '@ A 198.18.66.6', 'beacon A 198.18.66.7'],
    },
  ];
}

/** Creates the zone above: one delegation for each zone below it, with `keys`, the DS records of the signed zones. */
export function parentZone(
  name: string,
  servers: readonly string[],
  children: readonly { name: string; servers: readonly string[]; keys: readonly string[] }[],
): Zone {
  const records = children.flatMap((child) => [
    `${child.name}. NS ns.${child.name}.`,
    ...addressRecords(`ns.${child.name}.`, child.servers),
    ...child.keys,
  ]);
  return { name, security: 'signed', records: [...apex(servers), ...records] };
}

/** Writes the zone as nsd and ldns-signzone read it. */
export function masterFile(zone: Zone): string {
  return `$ORIGIN ${zone.name}.\n$TTL 300\n${zone.records.join('\n')}\n`;
}

function apex(servers: readonly string[]): string[] {
  return [`@ SOA ns hostmaster ${timing}`, '@ NS ns', ...addressRecords('ns', servers)];
}

function addressRecords(owner: string, addresses: readonly string[]): string[] {
  return addresses.map((address) => `${owner} ${isIpv6(address) ? 'AAAA' : 'A'} ${address}`);
}

// More than fits a UDP answer, so that clients have to come again over TCP.
function largeText(): string {
  return Array.from({ length: 12 }, (_, part) => `"${String(part).padStart(3, '0').repeat(70)}"`).join(' ');
}
