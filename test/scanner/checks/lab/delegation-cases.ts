import type { LabZone } from '../../../support/lab/zone.ts';
import type { ScannerCase } from './case.ts';

const spread = ['198.18.5.1', '198.18.6.1', '2001:db8:5::1'];
const two = ['198.18.5.1', '198.18.6.1'];

function one(
  title: string,
  label: string,
  zone: Partial<LabZone>,
  finds: ScannerCase['finds'],
  more: Partial<ScannerCase> = {},
): ScannerCase {
  return {
    title,
    scanner: 'delegation',
    zones: [{ name: `${label}.example`, records: 'www A 198.18.10.1', servers: two, ...zone }],
    domain: `${label}.example`,
    finds,
    ...more,
  };
}

const own = (label: string, servers: string) =>
  `@ SOA ns1 hostmaster 1 14400 3600 1209600 3600\n${servers}\nwww A 198.18.10.1\n; ${label}`;

export const delegationCases: readonly ScannerCase[] = [
  one(
    'a sound delegation',
    'sound',
    {
      servers: spread,
      records: own(
        'sound',
        '@ NS ns1\n@ NS ns2\n@ NS ns3\nns1 A 198.18.5.1\nns2 A 198.18.6.1\nns3 AAAA 2001:db8:5::1',
      ),
    },
    [
      ['name_servers', 'pass', 'RFC 2182 section 5'],
      ['delegation_agrees', 'pass', 'RFC 1034 section 4.2.2'],
      ['all_servers_answer', 'pass', 'RFC 1912 section 2.8'],
      ['serials_agree', 'pass', 'RFC 1034 section 4.3.5'],
      ['both_families', 'pass', 'RFC 3901 section 4'],
      ['soa_timers', 'pass', 'RFC 1912 section 2.2'],
    ],
    { spares: ['glue_differs', 'lame_delegation', 'no_tcp', 'no_edns', 'one_network'] },
  ),
  one(
    'a server that does not serve the zone',
    'lame',
    {
      delegation: (usual) => `${usual}\nlame.example. NS ns9.lame.example.\nns9.lame.example. A 198.18.0.2`,
      records: own(
        'lame',
        '@ NS ns1\n@ NS ns2\n@ NS ns9\nns1 A 198.18.5.1\nns2 A 198.18.6.1\nns9 A 198.18.0.2',
      ),
    },
    [['lame_delegation', 'fail', 'RFC 1912 section 2.8']],
    { spares: ['all_servers_answer'] },
  ),
  one(
    'a server that nobody runs',
    'silent',
    {
      delegation: (usual) =>
        `${usual}\nsilent.example. NS ns9.silent.example.\nns9.silent.example. A 198.18.9.9`,
    },
    [
      ['name_server_silent', 'fail', 'RFC 2182 section 3.3'],
      ['delegation_differs', 'warning', 'RFC 1034 section 4.2.2'],
    ],
  ),
  one(
    'a zone that names more servers than its parent',
    'more',
    {
      records: own(
        'more',
        '@ NS ns1\n@ NS ns2\n@ NS ns3\nns1 A 198.18.5.1\nns2 A 198.18.6.1\nns3 A 198.18.5.1',
      ),
    },
    [['delegation_differs', 'warning', 'RFC 1034 section 4.2.2']],
  ),
  one(
    'glue that is out of date',
    'stale',
    {
      delegation: (usual) => `${usual}\nns1.stale.example. A 198.18.5.99`,
    },
    [['glue_differs', 'warning', 'RFC 1912 section 2.3']],
  ),
  one(
    'no glue at all',
    'unglued',
    {
      delegation: (usual) =>
        usual
          .split('\n')
          .filter((line) => !/ A /.test(line))
          .join('\n'),
    },
    [['glue_missing', 'fail', 'RFC 9471 section 3']],
  ),
  one('one server alone', 'single', { servers: ['198.18.5.1'] }, [
    ['single_name_server', 'warning', 'RFC 2182 section 5'],
    ['no_ipv6', 'info', 'RFC 3901 section 4'],
  ]),
  one('two servers in one network', 'near', { servers: ['198.18.5.1', '198.18.5.2'] }, [
    ['one_network', 'warning', 'RFC 2182 section 3.1'],
  ]),
  one('IPv6 alone', 'six', { servers: ['2001:db8:5::1', '2001:db8:6::1'] }, [
    ['no_ipv4', 'warning', 'RFC 3901 section 4'],
  ]),
  one(
    'a name server that is an alias',
    'alias',
    {
      records: own('alias', '@ NS ns1\n@ NS ns2\nns1 CNAME real\nreal A 198.18.5.1\nns2 A 198.18.6.1'),
    },
    [['name_server_is_alias', 'fail', 'RFC 2181 section 10.3']],
  ),
  one(
    'a name server at a private address',
    'private',
    {
      delegation: (usual) =>
        `${usual}\nprivate.example. NS ns9.private.example.\nns9.private.example. A 10.0.0.1`,
    },
    [['name_server_not_public', 'fail', 'RFC 1912 section 2.3']],
  ),
  one(
    'servers with different copies',
    'serial',
    {
      signing: false,
      records: own('serial', '@ NS ns1\n@ NS ns2\nns1 A 198.18.5.1\nns2 A 198.18.6.1'),
      change: (text, server) =>
        server === '198.18.6.1' ? text.replace('hostmaster 1 ', 'hostmaster 2 ') : text,
    },
    [['serials_differ', 'warning', 'RFC 1034 section 4.3.5']],
  ),
  one(
    'odd timers',
    'timers',
    {
      records:
        '@ SOA ns1 hostmaster 1 60 120 3600 700000\n@ NS ns1\n@ NS ns2\nns1 A 198.18.5.1\nns2 A 198.18.6.1',
    },
    [
      ['soa_timer', 'info', 'RFC 1912 section 2.2'],
      ['negative_ttl_long', 'warning', 'RFC 2308 section 5'],
    ],
  ),
  one(
    'a primary that is hidden',
    'primary',
    {
      records:
        '@ SOA primary hostmaster 1 14400 3600 1209600 3600\n@ NS ns1\n@ NS ns2\nns1 A 198.18.5.1\nns2 A 198.18.6.1',
    },
    [['hidden_primary', 'info', 'RFC 1996 section 2']],
  ),
  one('no zone at all', 'nowhere', { unserved: true, servers: ['198.18.9.8', '198.18.9.9'] }, [
    ['name_server_silent', 'fail', 'RFC 2182 section 3.3'],
  ]),
  one('a name within a zone', 'within', {}, [['all_servers_answer', 'pass', 'RFC 1912 section 2.8']], {
    domain: 'www.within.example',
    result: { zone: 'within.example', parent: 'example' },
  }),
  one(
    'servers that behave, and tell their version',
    'sound',
    {
      servers: spread,
      records: own(
        'sound',
        '@ NS ns1\n@ NS ns2\n@ NS ns3\nns1 A 198.18.5.1\nns2 A 198.18.6.1\nns3 AAAA 2001:db8:5::1',
      ),
    },
    [
      ['behaves', 'pass', 'RFC 6891'],
      ['version_shown', 'info', 'RFC 4892 section 3'],
    ],
    { scanner: 'name-servers', spares: ['open_transfer', 'open_recursion', 'letter_case_lost'] },
  ),
  one(
    'a zone that anybody may have',
    'given',
    { transferable: true },
    [['open_transfer', 'warning', 'RFC 5936 section 5']],
    { scanner: 'name-servers' },
  ),
  one(
    'a resolver among the name servers',
    'resolver',
    {
      delegation: (usual) =>
        `${usual}\nresolver.example. NS ns9.resolver.example.\nns9.resolver.example. A 198.18.0.53`,
    },
    [['open_recursion', 'fail', 'RFC 5358 section 4']],
    { scanner: 'name-servers' },
  ),
  one('the same everywhere', 'same', {}, [['same_everywhere', 'pass', 'RFC 1034 section 4.3.5']], {
    scanner: 'propagation',
    result: { consistent: true },
  }),
  one(
    'different mail exchangers at two servers',
    'mail',
    {
      signing: false,
      records: '@ MX 10 mail\nmail A 198.18.10.1',
      change: (text, server) => (server === '198.18.6.1' ? text.replace('MX 10', 'MX 20') : text),
    },
    [['differs', 'warning', 'RFC 1034 section 4.3.5']],
    { scanner: 'propagation', result: { consistent: false } },
  ),
  one(
    'other TTLs and another order are the same',
    'ttls',
    {
      signing: false,
      records: '@ TXT "one"\n@ TXT "two"',
      change: (text, server) =>
        server === '198.18.6.1'
          ? text
              .replace('$TTL 300', '$TTL 200')
              .replace('@ TXT "one"\n@ TXT "two"', '@ TXT "two"\n@ TXT "one"')
          : text,
    },
    [['same_everywhere', 'pass', 'RFC 1034 section 4.3.5']],
    { scanner: 'propagation', result: { consistent: true }, spares: ['differs'] },
  ),
  ...(['delegation', 'name-servers', 'propagation'] as const).map(
    (scanner): ScannerCase => ({
      title: 'a domain that does not exist',
      scanner,
      zones: [],
      domain: 'not-there.example',
      finds: [['no_such_domain', 'unknown', 'RFC 8020 section 2']],
      spares: ['no_zone'],
      result: { zone: null },
    }),
  ),
];
