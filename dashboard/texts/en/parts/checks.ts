import { words } from '../../../format/words.ts';

const names: Readonly<Record<string, string>> = {
  records: 'Records',
  dnssec: 'DNSSEC',
  delegation: 'Delegation',
  'name-servers': 'Name servers',
  propagation: 'Public resolvers',
  'multi-signer': 'Several signers',
  zonemd: 'Zone digest',
  svcb: 'Service bindings',
  'encrypted-dns': 'Encrypted DNS',
  mx: 'Mail exchangers',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  'mta-sts': 'MTA-STS',
  smtp: 'STARTTLS',
  'tls-rpt': 'TLS reports',
  dane: 'DANE',
  bimi: 'BIMI',
  caa: 'CAA',
  'cert-transparency': 'Certificate logs',
  services: 'Services',
  fingerprint: 'Hosting',
  'tech-stack': 'Technologies',
  blocklists: 'Block lists',
  whois: 'Registration',
  tls: 'TLS',
};

/** Names a check of a scan; one that is not known keeps the words of its id. */
export function checkName(check: string): string {
  return (Object.hasOwn(names, check) ? names[check] : undefined) ?? words(check.replaceAll('-', '_'));
}
