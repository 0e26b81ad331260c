import { generateKeyPairSync } from 'node:crypto';
import type { LabZone } from '../../../support/lab/zone.ts';

/** Where the servers of mail-lab-servers.ts listen. */
export const addresses = {
  web: '198.18.20.1',
  good: '198.18.20.11',
  clear: '198.18.20.12',
  stale: '198.18.20.13',
  leaky: '198.18.20.14',
  endless: '198.18.20.15',
  slow: '198.18.20.16',
  closed: '198.18.20.17',
} as const;

const sts = '_mta-sts TXT "v=STSv1; id=1"';
const stsHost = `mta-sts A ${addresses.web}`;
const mail = (address: string) => `@ MX 10 mail\nmail A ${address}`;

/** Zones of all kinds. `digests`: of the keys of the good mail server and of its authority. */
export function mailLabZones(digests: { readonly server: string; readonly authority: string }): LabZone[] {
  const zone = (name: string, ...records: string[]): LabZone => ({
    name: `${name}.example`,
    records: records.join('\n'),
  });
  return [
    zone(
      'good',
      mail(addresses.good),
      '@ TXT "v=spf1 mx include:_spf.good.example -all"',
      '_spf TXT "v=spf1 ip4:198.18.20.0/24 ~all"',
      `s1._domainkey TXT ${dkim()}`,
      '_dmarc TXT "v=DMARC1; p=reject; rua=mailto:d@good.example"',
      sts,
      stsHost,
      '_smtp._tls TXT "v=TLSRPTv1; rua=mailto:t@good.example"',
      `_25._tcp.mail TLSA 3 1 1 ${digests.server}`,
      '*._report._dmarc TXT "v=DMARC1"',
    ),
    {
      ...zone(
        'clear',
        mail(addresses.clear),
        `@ TXT "v=spf1 ${'a:mail.clear.example '.repeat(11)}?all"`,
        '_dmarc TXT "v=DMARC1; p=none; rua=mailto:d@good.example"',
      ),
      signing: false,
    },
    zone(
      'stale',
      mail(addresses.stale),
      sts,
      stsHost,
      `_25._tcp.mail TLSA 3 1 1 ${'0'.repeat(64)}`,
      '_dmarc TXT "v=DMARC1; p=reject; rua=mailto:d@clear.example"',
    ),
    zone(
      'anchor',
      '@ MX 10 mail.good.example.',
      `_dmarc TXT "v=DMARC1; p=reject"\n_dmarc TXT "v=DMARC1; p=none"`,
      '*._domainkey TXT "v=DKIM1; p="',
    ),
    zone('moved', mail(addresses.closed), sts, stsHost),
    zone('wrong', '@ MX 10 alias', 'alias CNAME mail.good.example.', sts, stsHost),
    zone('uncovered', '@ MX 10 mail.good.example.', sts, stsHost),
    { ...zone('leaky', mail(addresses.leaky), sts, stsHost), signing: false },
    { ...zone('hostile', mail(addresses.endless), sts, stsHost, ...explodingSpf()), signing: false },
    { ...zone('slow', mail(addresses.slow), sts, stsHost), signing: false },
    zone('null', '@ MX 0 .', '@ TXT "v=spf1 -all"', '_dmarc TXT "v=DMARC1; p=reject"'),
    {
      ...zone(
        'forged',
        '@ TXT "v=spf1 ip4:198.18.20.11 -all"',
        '_dmarc TXT "v=DMARC1; p=none"',
        mail(addresses.good),
      ),
      change: (signed) =>
        signed.replaceAll('198.18.20.11 -all', '198.18.20.99 -all').replaceAll('p=none', 'p=reject'),
    },
    zone(
      'walk',
      '_dmarc TXT "v=DMARC1; p=none; sp=quarantine; np=reject; psd=n; rua=mailto:d@walk.example"',
      'a.b TXT "hello"',
    ),
    zone('ta', '@ MX 10 mail', `mail A ${addresses.good}`, `_25._tcp.mail TLSA 2 1 1 ${digests.authority}`),
    {
      ...zone('bogus', mail(addresses.good), `_25._tcp.mail TLSA 3 1 1 ${digests.server}`),
      change: (signed) => signed.replaceAll(digests.server, '1'.repeat(64)),
    },
  ];
}

function dkim(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  return `"${record.slice(0, 250)}" "${record.slice(250)}"`;
}

function explodingSpf(): string[] {
  const includes = Array.from({ length: 10 }, (_, index) => `include:s${index}.hostile.example `);
  // A character-string holds 255 octets.
  const strings = `"v=spf1 ${includes.slice(0, 5).join('')}" "${includes.slice(5).join('')}-all"`;
  return ['@', ...Array.from({ length: 10 }, (_, index) => `s${index}`)].map(
    (name) => `${name} TXT ${strings}`,
  );
}
