/** A domain kind is one way in which domains of the closed Internet are set up. */
export interface DomainKind {
  readonly name: string;
  readonly security: 'unsigned' | 'nsec' | 'nsec3' | 'bogus';
  /** Whether its name servers have names of its own, rather than those of a company that serves zones. */
  readonly ownServers: boolean;
  /** In master file format, relative to the zone. */
  readonly records: (domain: string) => readonly string[];
  /** What is to be found: whether SPF and DMARC are there and sound. */
  readonly spf: boolean;
  readonly dmarc: boolean;
}

/** The provider takes mail of other domains, and is named by their SPF. */
export const provider = 'mail-provider.net';
/** The company that serves zones of others. */
export const zoneHost = 'zone-host.net';

const mail = '198.18.10.1';
/** Of the sites, so that their signatures can be broken and no others. */
export const siteAddress = '198.18.10.2';
const site = [`@ A ${siteAddress}`, '@ AAAA 2001:db8:10::2', `www A ${siteAddress}`];
const ownMail = ['@ MX 10 mail', `mail A ${mail}`];
const hostedMail = [`@ MX 10 mx1.${provider}.`, `@ MX 20 mx2.${provider}.`];
/** An RSA key of 2,048 bits that signs nothing. */
const key = Buffer.concat([
  Buffer.from('30820122300d06092a864886f70d01010105000382010f003082010a0282010100', 'hex'),
  Buffer.alloc(256, 0xc5),
  Buffer.from('0203010001', 'hex'),
]).toString('base64');
const selectorRecord = `default._domainkey TXT "v=DKIM1; k=rsa; p=" "${key.slice(0, 200)}" "${key.slice(200)}"`;
const caa = '@ CAA 0 issue "ca.example"';

/** The domain kinds come in turns, so that each is a tenth of all. */
export const domainKinds: readonly DomainKind[] = [
  {
    name: 'own mail, signed',
    security: 'nsec',
    ownServers: true,
    records: (domain) => [
      ...site,
      ...ownMail,
      caa,
      '@ TXT "v=spf1 mx -all"',
      `_dmarc TXT "v=DMARC1; p=reject; rua=mailto:dmarc@${domain}"`,
      `_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@${domain}"`,
      `_25._tcp.mail TLSA 3 1 1 ${'ab'.repeat(32)}`,
      selectorRecord,
    ],
    spf: true,
    dmarc: true,
  },
  {
    name: 'hosted mail, unsigned',
    security: 'unsigned',
    ownServers: false,
    records: () => [...site, ...hostedMail, spfOf(`include:spf.${provider} -all`), dmarcOf('p=quarantine')],
    spf: true,
    dmarc: true,
  },
  {
    name: 'hosted mail, signed',
    security: 'nsec3',
    ownServers: false,
    records: () => [
      ...site,
      ...hostedMail,
      caa,
      spfOf(`include:spf.${provider} ~all`),
      dmarcOf('p=none'),
      selectorRecord,
    ],
    spf: true,
    dmarc: true,
  },
  {
    name: 'no mail',
    security: 'unsigned',
    ownServers: false,
    records: () => [...site, '@ MX 0 .', spfOf('-all'), dmarcOf('p=reject')],
    spf: true,
    dmarc: true,
  },
  {
    name: 'mail without policy',
    security: 'unsigned',
    ownServers: true,
    records: () => [...site, ...ownMail],
    spf: false,
    dmarc: false,
  },
  {
    name: 'two SPF records',
    security: 'unsigned',
    ownServers: false,
    records: () => [...site, ...ownMail, spfOf('mx -all'), spfOf('a -all'), dmarcOf('p=none')],
    spf: false,
    dmarc: true,
  },
  {
    name: 'too many lookups',
    security: 'nsec',
    ownServers: false,
    records: () => [...site, ...hostedMail, spfOf(`include:many.${provider} -all`), dmarcOf('p=reject')],
    spf: false,
    dmarc: true,
  },
  {
    name: 'broken policies',
    security: 'unsigned',
    ownServers: false,
    records: () => [...site, ...ownMail, spfOf('mx ipv4:192.0.2.1 -all'), dmarcOf('p=nothing')],
    spf: false,
    dmarc: false,
  },
  {
    name: 'bogus signatures',
    security: 'bogus',
    ownServers: true,
    records: () => [...site, ...ownMail, spfOf('mx -all'), dmarcOf('p=reject')],
    spf: true,
    dmarc: true,
  },
  {
    name: 'a loop of includes',
    security: 'unsigned',
    ownServers: true,
    records: (domain) => [
      ...site,
      ...ownMail,
      spfOf(`include:loop.${domain} -all`),
      `loop TXT "v=spf1 include:${domain} -all"`,
      dmarcOf('p=reject; sp=none; adkim=s'),
    ],
    spf: false,
    dmarc: true,
  },
];

/** The records of the provider, by which a domain's SPF costs two lookups, or too many. */
export function providerRecords(): string[] {
  const many = Array.from({ length: 11 }, (_, index) => `include:spf${index}.${provider}`);
  return [
    `mx1 A ${mail}`,
    `mx2 A ${mail}`,
    `spf TXT "v=spf1 include:spf0.${provider} ip4:192.0.2.0/24 -all"`,
    ...many.map((_, index) => `spf${index} TXT "v=spf1 ip4:198.51.100.${index} -all"`),
    `many TXT "v=spf1 ${many.slice(0, 6).join(' ')}" " ${many.slice(6).join(' ')} -all"`,
  ];
}

/** The kind of the domain with that number. */
export function kindOf(index: number): DomainKind {
  return domainKinds[index % domainKinds.length]!;
}

/** The name of the domain with that number; three top-level domains share them. */
export function domainOf(index: number): string {
  return `domain-${index}.${['com', 'net', 'org'][index % 3]}`;
}

function spfOf(terms: string): string {
  return `@ TXT "v=spf1 ${terms}"`;
}

function dmarcOf(tags: string): string {
  return `_dmarc TXT "v=DMARC1; ${tags}"`;
}
