import { generateKeyPairSync } from 'node:crypto';
import type { LabZone } from '../../support/lab/zone.ts';
import { addresses } from './lab-servers.ts';

/** Names in bulk.example. */
export const bulkNames = 200;

/** Domains of all kinds: a healthy one, a bogus one, a poor one, hostile ones, and many for bulk jobs. */
export function labZones(tlsa: string): LabZone[] {
  return [
    { name: 'shop.example', servers: ['198.18.0.3', '198.18.0.4'], records: healthy(tlsa) },
    {
      name: 'bogus.example',
      records: '@ A 198.18.10.1\n@ TXT "v=spf1 -all"',
      change: (signed) => signed.replaceAll(/\b198\.18\.10\.1\b/g, '198.18.10.9'),
    },
    {
      name: 'poor.example',
      signing: false,
      records:
        '@ A 198.18.10.99\n@ MX 10 gone\n@ TXT "v=spf1 include:none.poor.example +all"\n@ TXT "v=spf1 -all"',
    },
    {
      name: 'hostile.example',
      signing: false,
      records: hostile(),
    },
    {
      name: 'nic.example',
      records: `rdap A ${addresses.registry}\nwhois A ${addresses.registry}`,
    },
    { name: 'dead.example', unserved: true, servers: ['198.18.9.9'] },
    bulkZone('bulk.example', bulkNames),
  ];
}

/** A zone of many names that mean something to every basic check. */
export function bulkZone(name: string, names: number): LabZone {
  return {
    name,
    signing: {},
    records: Array.from(
      { length: names },
      (_, index) => `d${index} A ${addresses.web}\nd${index} TXT "v=spf1 -all"\nd${index} MX 0 .`,
    ).join('\n'),
  };
}

function healthy(tlsa: string): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const parts = [key.slice(0, 200), key.slice(200)].map((part) => `"${part}"`).join(' ');
  return [
    `@ A ${addresses.web}`,
    `www A ${addresses.web}`,
    '@ MX 10 mail',
    `mail A ${addresses.mail}`,
    '@ TXT "v=spf1 mx -all"',
    'mail TXT "v=spf1 a -all"',
    '@ CAA 0 issue "ca.example"',
    `@ HTTPS 1 . alpn=h2 ipv4hint=${addresses.web}`,
    '_dmarc TXT "v=DMARC1; p=reject; rua=mailto:dmarc@shop.example"',
    `default._domainkey TXT "v=DKIM1; k=rsa; p=" ${parts}`,
    '_mta-sts TXT "v=STSv1; id=20260101"',
    `mta-sts A ${addresses.web}`,
    '_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@shop.example"',
    `_25._tcp.mail TLSA ${tlsa}`,
  ].join('\n');
}

/** Endless aliases, SPF that explodes, and more text than anybody needs. */
function hostile(): string {
  const includes = Array.from({ length: 10 }, (_, index) => ` include:s${index}.hostile.example`);
  const spf = `TXT "v=spf1${includes.slice(0, 5).join('')}" "${includes.slice(5).join('')} -all"`;
  const big = Array.from({ length: 60 }, (_, index) => `big TXT "${String(index).padStart(250, 'x')}"`);
  return [
    '@ A 198.18.10.99',
    `@ ${spf}`,
    ...Array.from({ length: 10 }, (_, index) => `s${index} ${spf}`),
    ...big,
    'loop CNAME pool',
    'pool CNAME loop',
    '@ MX 10 loop',
    '_dmarc CNAME loop',
    '_mta-sts CNAME loop',
  ].join('\n');
}
