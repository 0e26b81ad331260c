export interface DatasetSample {
  /** In the publisher's true form, with rows that are none among it. */
  readonly text: string;
  /** What is known of addresses, and of systems (`AS64500`), with this dataset alone. */
  readonly finds: Readonly<Record<string, object>>;
  readonly malformed: number;
  readonly leftOut?: number;
}

const route = (prefix: string, ...origins: number[]) => ({ isAnnounced: true, route: { prefix, origins } });
const marked = (mark: string, label: string | false) => ({ [mark]: label });

const ranges = `{"syncToken":"1","createDate":"2026-11-01","prefixes":[
  {"ip_prefix":"192.0.2.0/25","region":"eu-west-1","service":"AMAZON","network_border_group":"eu-west-1"},
  {"ip_prefix":"192.0.2.0/25","region":"eu-west-1","service":"EC2","network_border_group":"eu-west-1"},
  {"region":"eu-west-1"}],
 "ipv6_prefixes":[{"ipv6_prefix":"2001:db8:5::/48","region":"GLOBAL","service":"AMAZON"}]}`;

/** By the id of the dataset. */
export const datasetSamples: Readonly<Record<string, DatasetSample>> = {
  'ris-ipv4': {
    text: `%
% RIS whois dump
64500\t192.0.2.0/24\t392
64501\t192.0.2.128/25\t310
64502\t192.0.2.128/25\t300
{64503,64504}\t198.51.100.0/24\t201
64505\t203.0.113.0/24\t9
64506\t0.0.0.0/0\t80
nonsense
64507\t192.0.2.0/33\t100
64508\t192.0.2.0/24
`,
    finds: {
      '192.0.2.1': route('192.0.2.0/24', 64_500),
      '192.0.2.200': route('192.0.2.128/25', 64_501, 64_502),
      '198.51.100.7': route('198.51.100.0/24', 64_503, 64_504),
      '203.0.113.1': { isAnnounced: false, route: null },
      '2001:db8::1': { isAnnounced: null, route: null },
    },
    malformed: 3,
    leftOut: 2,
  },
  'ris-ipv6': {
    text: '64500\t2001:db8::/32\t180\n64501\t2001:db8:1::/48\t170\n64501\t2001:db8:2::/65\t170\n64501\t::/0\t99\n',
    finds: {
      '2001:db8::1': route('2001:db8::/32', 64_500),
      '2001:db8:1::1': route('2001:db8:1::/48', 64_501),
      '2001:db9::1': { isAnnounced: false },
    },
    malformed: 0,
    leftOut: 2,
  },
  iptoasn: {
    text: '192.0.2.0\t192.0.2.254\t64500\tDE\tEXAMPLE-A\n198.51.100.0\t198.51.100.255\t0\tNone\tNot routed\n2001:db8::\t2001:db8:ffff:ffff:ffff:ffff:ffff:ffff\t64501\tNone\tEXAMPLE-B\n192.0.2.9\t192.0.2.1\t64500\tDE\tX\n',
    finds: {
      '192.0.2.254': { isAnnounced: true, system: { asn: 64_500, name: 'EXAMPLE-A', country: 'DE' } },
      '192.0.2.255': { isAnnounced: false },
      '2001:db8::5': { system: { asn: 64_501, name: 'EXAMPLE-B', country: null } },
    },
    malformed: 1,
  },
  'bgptools-routes': {
    text: '{"CIDR":"192.0.2.0/24","ASN":64500,"Hits":900}\n{"CIDR":"198.51.100.0/24","ASN":64501,"Hits":2}\n{"CIDR":7}\n',
    finds: { '192.0.2.1': route('192.0.2.0/24', 64_500), '198.51.100.1': { isAnnounced: false } },
    malformed: 1,
    leftOut: 1,
  },
  'caida-routes': {
    text: '192.0.2.0\t24\t64500\n198.51.100.0\t24\t64501_64502\n203.0.113.0\t24\t64503,64504\n192.0.2.0\tx\t1\n',
    finds: {
      '192.0.2.1': route('192.0.2.0/24', 64_500),
      '198.51.100.1': route('198.51.100.0/24', 64_501, 64_502),
      '203.0.113.1': route('203.0.113.0/24', 64_503, 64_504),
    },
    malformed: 1,
  },
  'as-table': {
    text: `# comment
192.0.2.0\t192.0.2.255\t64500\tDE\tA
nonsense
2001:db8::/32\t64501
192.0.2.128/25 64502
198.51.100.0/24,64503,"Example, Inc."
203.0.113.0 24 AS64504
64505\t198.18.0.0/15\t20
`,
    finds: {
      '192.0.2.1': { system: { asn: 64_500, name: 'A', country: 'DE' } },
      '192.0.2.200': { system: { asn: 64_502 } },
      '2001:db8::7': { system: { asn: 64_501 } },
      '198.51.100.1': { system: { asn: 64_503, name: 'Example, Inc.' } },
      '203.0.113.1': { system: { asn: 64_504 } },
      '198.18.0.1': { system: { asn: 64_505 } },
    },
    malformed: 1,
  },
  'ripe-as-names': {
    text: '64500 EXAMPLE - Example, Inc., US\n64501 OTHER, ZZ\n64502 NAMELESS\nx EXAMPLE, US\n',
    finds: {
      AS64500: { name: 'EXAMPLE - Example, Inc.', country: 'US' },
      AS64501: { name: 'OTHER', country: null },
      AS64502: { name: 'NAMELESS', country: null },
      AS64999: { name: null, country: null },
    },
    malformed: 1,
  },
  'nro-delegations': {
    text: `2|nro|20261101|5|19830705|20261101|+0000
nro|*|ipv4|*|3|summary
ripencc|DE|ipv4|192.0.2.0|192|20110811|assigned|a-1|e-stats
apnic||ipv4|198.51.100.0|256||available||e-stats
arin|US|ipv6|2001:db8::|32|20050101|allocated|b-2|e-stats
lacnic|BR|asn|64500|3|19990101|assigned|c-3|e-stats
nowhere|DE|ipv4|203.0.113.0|256|20110811|assigned|d-4|e-stats
arin|US|ipv4|203.0.113.0|many|20110811|assigned|d-4|e-stats
`,
    finds: {
      '192.0.2.191': {
        delegation: {
          registry: 'ripencc',
          country: 'DE',
          date: '2011-08-11',
          status: 'assigned',
          prefix: '192.0.2.128/26',
        },
      },
      '192.0.2.192': { delegation: null },
      '198.51.100.1': { delegation: null },
      '2001:db8::1': { delegation: { registry: 'arin', country: 'US', status: 'allocated' } },
      AS64502: { country: 'BR' },
    },
    malformed: 2,
  },
  'rpki-client': {
    text: `{"metadata":{"buildmachine":"x","buildtime":"2026-10-31T23:00:00Z","elapsedtime":"1"},"roas":[
{"asn":64500,"prefix":"192.0.2.0/24","maxLength":24,"ta":"ripe","expires":1999999999},
{"asn":"AS64501","prefix":"2001:db8::/32","maxLength":48,"ta":"arin","expires":1999999999},
{"asn":"64502","prefix":"198.51.100.0/24","maxLength":24,"ta":"apnic","expires":1600000000},
{"asn":0,"prefix":"203.0.113.0/24","maxLength":32,"ta":"apnic"},
{"asn":64503,"prefix":"192.0.2.0/24","maxLength":20},
{"asn":"x","prefix":"192.0.2.0/24","maxLength":24}],"aspas":[]}`,
    finds: { '192.0.2.1': { validity: null, route: null } },
    malformed: 2,
    leftOut: 1,
  },
  'cloudflare-rpki': {
    text: '{"metadata":{"generated":1793400000,"valid":1793500000},"roas":[{"prefix":"192.0.2.0/24","maxLength":24,"asn":"AS64500","ta":"ripe"}]}',
    finds: {},
    malformed: 0,
  },
  'own-rpki': {
    text: '{"metadata":{"generated":1793400000,"generatedTime":"2026-10-31T00:00:00Z"},"roas":[{"asn":"AS64500","prefix":"192.0.2.0/24","maxLength":24,"ta":"ripe"}]}',
    finds: {},
    malformed: 0,
  },
  geofeed: {
    text: '# RFC 8805\n192.0.2.0/24,DE,DE-HE,Frankfurt,\n198.51.100.0/24,,,,\n2001:db8::/32,us,US-CA,,\n203.0.113.0/24,Germany,,,\n',
    finds: {
      '192.0.2.1': { place: { country: 'DE', region: 'DE-HE', city: 'Frankfurt', latitude: null } },
      '198.51.100.1': { place: null },
      '2001:db8::1': { place: { country: 'US', region: 'US-CA', city: null } },
    },
    malformed: 1,
  },
  'aws-ranges': {
    text: ranges,
    finds: {
      '192.0.2.1': marked('hosting', 'Amazon Web Services'),
      '192.0.2.200': marked('hosting', false),
      '2001:db8:5::1': marked('hosting', 'Amazon Web Services'),
    },
    malformed: 1,
  },
  'google-cloud-ranges': {
    text: '{"syncToken":"1","prefixes":[{"ipv4Prefix":"192.0.2.0/24","service":"Google Cloud","scope":"x"},{"ipv6Prefix":"2001:db8::/44"}]}',
    finds: {
      '192.0.2.1': marked('hosting', 'Google Cloud'),
      '2001:db8::1': marked('hosting', 'Google Cloud'),
    },
    malformed: 0,
  },
  'oracle-cloud-ranges': {
    text: '{"last_updated_timestamp":"2026","regions":[{"region":"eu","cidrs":[{"cidr":"192.0.2.0/24","tags":["OCI"]}]},{"region":"x"}]}',
    finds: { '192.0.2.1': marked('hosting', 'Oracle Cloud') },
    malformed: 1,
  },
  'azure-ranges': {
    text: '{"changeNumber":1,"cloud":"Public","values":[{"name":"AzureCloud","properties":{"addressPrefixes":["192.0.2.0/24","2001:db8::/46"]}},{"name":"x"}]}',
    finds: { '192.0.2.1': marked('hosting', 'Microsoft Azure') },
    malformed: 1,
  },
  'cloudflare-ranges': {
    text: '192.0.2.0/24\n198.51.100.0/22\n',
    finds: { '192.0.2.1': marked('hosting', 'Cloudflare') },
    malformed: 0,
  },
  'digitalocean-ranges': {
    text: '192.0.2.0/24,NL,NL-NH,Amsterdam,1105\nx,NL\n',
    finds: { '192.0.2.1': marked('hosting', 'DigitalOcean') },
    malformed: 1,
  },
  'x4bnet-datacenters': {
    text: '192.0.2.0/24\n',
    finds: { '192.0.2.1': marked('hosting', 'data centre') },
    malformed: 0,
  },
  'tor-exit-addresses': {
    text: 'ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E\nPublished 2026-10-31 05:03:27\nLastStatus 2026-10-31 06:00:00\nExitAddress 192.0.2.1 2026-10-31 06:12:42\nExitAddress nowhere 2026\n',
    finds: { '192.0.2.1': marked('tor', 'Tor exit'), '192.0.2.2': marked('tor', false) },
    malformed: 1,
  },
  'icloud-relay': {
    text: '192.0.2.0/31,GB,GB-EN,London,\n2001:db8:2:4::/64,US,US-AL,Birmingham,\n',
    finds: {
      '192.0.2.1': marked('relay', 'iCloud Private Relay'),
      '2001:db8:2:4::9': { relay: 'iCloud Private Relay', tor: null, vpn: null },
    },
    malformed: 0,
  },
  'x4bnet-vpn': { text: '192.0.2.0/24\n', finds: { '192.0.2.1': marked('vpn', 'VPN') }, malformed: 0 },
  'bgptools-anycast': {
    text: '192.0.2.0/24\n',
    finds: { '192.0.2.1': marked('anycast', 'anycast') },
    malformed: 0,
  },
};
