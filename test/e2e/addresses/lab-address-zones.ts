import type { LabZone } from '../../support/lab/zone.ts';
import { registryAddress, rootAddress } from './lab-registries.ts';

/** Lists in the DNS: one that works, one that refuses, one that answers everything, one that is gone. */
export const lists = ['good.example', 'clean.example', 'refusing.example', 'parked.example', 'gone.example'];

/** The entries that every list must have, of IPv4 and of IPv6 (RFC 5782 section 5). */
const canaries = ['2.0.0.127', [...'00000000000000000000ffff7f000002'].toReversed().join('.')];

/** The reverse names and the lists of the lab's addresses. */
export function addressZones(): LabZone[] {
  const list = (name: string, records: string): LabZone => ({ name, signing: false, records });
  const proof = canaries.map((name) => `${name} A 127.0.0.2`).join('\n');
  return [
    {
      name: '9.9.5.in-addr.arpa',
      signing: false,
      records: '25 PTR mail.shop.example.\n26 PTR liar.shop.example.',
    },
    { name: '10.5.in-addr.arpa', signing: false, records: '7.0 PTR host.shop.example.' },
    {
      name: 'shop.example',
      signing: false,
      records: 'mail A 5.9.9.25\nliar A 5.9.9.99\nhost A 5.10.0.7',
    },
    {
      name: 'nic.example',
      records: `rdap A ${registryAddress}\nwhois A ${registryAddress}\nroot A ${rootAddress}`,
    },
    list('good.example', `${proof}\n25.9.9.5 A 127.0.0.4\n25.9.9.5 TXT "sends spam"`),
    list('clean.example', proof),
    list('refusing.example', '* A 127.255.255.254'),
    list('parked.example', '* A 198.51.100.1'),
    { name: 'gone.example', unserved: true, servers: ['198.18.9.9'] },
  ];
}
