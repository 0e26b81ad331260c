import type { Row } from '@sonde/shared/batch/row.ts';
import type { SeededRandom } from '../../../collector/domain/detection/dga/training/seeded-random.ts';
import { wordLists } from '../../../collector/domain/detection/dga/training/word-lists.ts';
import { asked, inOrder } from './traffic.ts';

const hex = '0123456789abcdef';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const { nouns, adjectives, trade } = wordLists;

/** Something harmless that detectors take for a threat, at moments of their own through a day. */
export interface Trap {
  readonly name: string;
  /** Rows of one occurrence. */
  readonly rows: (random: SeededRandom, at: number) => Row[];
}

const many = (count: number, make: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, n) => make(n));
const reversed = (r: SeededRandom): string => Array.from({ length: 4 }, () => r.between(1, 254)).join('.');
const nibbles = (r: SeededRandom): string => [...r.text(hex, 32)].join('.');
const readable = (r: SeededRandom): string => `${r.of(adjectives)}${r.of(nouns)}`;

/** All rows within a minute, the hardest pace. */
export const traps: readonly Trap[] = [
  {
    name: 'block lists of addresses',
    rows: (r, at) =>
      many(120, (n) =>
        asked({
          at: at + n / 2,
          client: '192.0.2.25',
          name: `${reversed(r)}.${r.of(['zen.spamhaus.org', 'bl.spamcop.net', 'dnsbl.mailhost.net'])}`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'block lists of addresses, IPv6',
    rows: (r, at) =>
      many(60, (n) =>
        asked({ at: at + n, client: '192.0.2.25', name: `${nibbles(r)}.v6.newlist.org`, code: 'NXDOMAIN' }),
      ),
  },
  {
    name: 'block lists of names',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          client: '192.0.2.25',
          name: `${readable(r)}${r.of(trade)}.com.rhsbl.newlist.org`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'origin look-ups of addresses',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          name: `${reversed(r)}.origin.asn.cymru.com`,
          type: 'TXT',
          answers: ['64500 | 192.0.2.0/24'],
        }),
      ),
  },
  {
    name: 'antivirus cloud',
    rows: (r, at) =>
      many(60, (n) =>
        asked({ at: at + n, name: `${r.text(base32, 26)}.avqs.mcafee.com`, answers: ['127.0.0.1'] }),
      ),
  },
  {
    name: 'antivirus cloud, TXT',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          name: `${r.text(base32, 40)}.a.${r.text(hex, 8)}.sophosxl.net`,
          type: 'TXT',
          answers: ['w 0'],
        }),
      ),
  },
  {
    name: 'an unlisted reputation service',
    rows: (r, at) =>
      many(60, (n) =>
        asked({ at: at + n, name: `${r.text(hex, 32)}.file.reputation-cloud.com`, answers: ['127.0.0.2'] }),
      ),
  },
  {
    name: 'video from many caches',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          client: '192.0.2.1',
          name: `rr${r.between(1, 20)}---sn-${r.text('abcdefghijklmnopqrstuvwxyz0123456789', 8)}.googlevideo.com`,
        }),
      ),
  },
  {
    name: 'content under hashed names',
    rows: (r, at) =>
      many(60, (n) =>
        asked({ at: at + n, client: '192.0.2.1', name: `d${r.text(base32, 13)}.cloudfront.net` }),
      ),
  },
  {
    name: 'cloud functions that no longer exist',
    rows: (r, at) =>
      many(20, (n) =>
        asked({ at: at + n, name: `${r.text(base32, 32)}.lambda-url.eu-west-1.on.aws`, code: 'NXDOMAIN' }),
      ),
  },
  {
    name: 'cluster services',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          name: `${r.of(nouns)}-${r.text(hex, 10)}-${r.text(base32, 5)}.default.svc.cluster.local`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'multicast names',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          name: `${r.text(hex, 8)}-${r.text(hex, 4)}-${r.text(hex, 12)}.local`,
          change: { nameService: 'mdns', outcome: 'unanswered' },
        }),
      ),
  },
  {
    name: 'reverse zones',
    rows: (r, at) =>
      many(200, (n) =>
        asked({
          at: at + n / 4,
          name: n % 2 === 0 ? `${reversed(r)}.in-addr.arpa` : `${nibbles(r)}.ip6.arpa`,
          type: 'PTR',
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'keys and tokens of mail and certificates',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          client: '192.0.2.25',
          name: r.of([
            `${r.text(base32, 32)}._domainkey.${readable(r)}.com`,
            `_dmarc.${readable(r)}.org`,
            `${r.text(base32, 32)}._domainkey.mailer-hosting.com`,
            `_acme-challenge.${readable(r)}.net`,
          ]),
          type: 'TXT',
          answers: ['v=DKIM1; p=MIIBIjANBg'],
        }),
      ),
  },
  {
    name: 'search suffixes',
    rows: (r, at) =>
      many(80, (n) =>
        asked({
          at: at + n / 2,
          name: `www.${readable(r)}.com.corp.${r.of(['contoso.com', 'fabrikam.lan', 'branch.adds'])}`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'probes of browsers and of WPAD',
    rows: (r, at) =>
      many(30, (n) =>
        asked({
          at: at + n,
          name: n % 3 === 0 ? 'wpad' : r.text('abcdefghijklmnopqrstuvwxyz', 12),
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'cloud machines with their address in the name',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          name: `ip-10-${r.between(0, 255)}-${r.between(0, 255)}-${r.between(0, 255)}.eu-west-1.compute.internal`,
        }),
      ),
  },
  {
    name: 'time servers',
    rows: (r, at) =>
      many(20, (n) => asked({ at: at + n * 3, name: `${n % 4}.pool.ntp.org`, ttl: 130, answers: many4(r) })),
  },
  {
    name: 'a cloud behind one name',
    rows: (r, at) =>
      many(20, (n) =>
        asked({
          at: at + n * 3,
          name: 'api.busy-service.com',
          ttl: 60,
          answers: [`${r.of([3, 18, 34, 35, 44, 50, 52, 54])}.${r.between(1, 254)}.10.${r.between(1, 254)}`],
        }),
      ),
  },
  {
    name: 'a validating resolver',
    rows: (r, at) =>
      many(60, (n) =>
        asked({
          at: at + n,
          name: `${readable(r)}.org`,
          type: 'DNSKEY',
          change: { querySize: 50, responseSize: 1_200 },
        }),
      ),
  },
  {
    name: 'dead links and typing errors',
    rows: (r, at) =>
      many(20, (n) =>
        asked({ at: at + n * 3, name: `www.${readable(r)}${r.of(trade)}.com`, code: 'NXDOMAIN' }),
      ),
  },
  {
    name: 'a blocker that somebody switches on',
    rows: (_, at) =>
      many(4, (n) =>
        asked({
          at: at + n * 5,
          name: 'ads.tracker-network.com',
          answers: [n < 2 ? '198.51.100.4' : '0.0.0.0'],
          ttl: 30,
        }),
      ),
  },
  {
    name: 'split horizon',
    rows: (_, at) =>
      many(4, (n) =>
        asked({
          at: at + n * 5,
          name: 'intranet.big-company.com',
          ttl: 60,
          answers: [n % 2 === 0 ? '198.51.100.4' : '10.1.2.3'],
          change: { serverAddress: n % 2 === 0 ? '192.0.2.53' : '10.0.0.53' },
        }),
      ),
  },
  {
    name: 'a media server at home',
    rows: (r, at) =>
      many(10, (n) =>
        asked({
          at: at + n,
          name: `192-168-1-${n}.${r.text(hex, 32)}.plex.direct`,
          answers: [`192.168.1.${n}`],
        }),
      ),
  },
  {
    name: 'a retransmitted query for a rotating address set',
    rows: (_, at) =>
      many(2, (n) =>
        asked({
          at: at + n,
          name: 'www.rotating-site.com',
          answers: [`198.51.100.${n + 1}`],
          change: { messageId: 99, marks: 1 },
        }),
      ),
  },
];

function many4(random: SeededRandom): string[] {
  return Array.from(
    { length: 4 },
    () => `${random.between(1, 220)}.${random.between(0, 255)}.${random.between(0, 255)}.5`,
  );
}

/** People at work: names that are read, of sites that are visited again and again, some of them mistyped. */
function browsing(random: SeededRandom, hours: number, clients: number): Row[] {
  const sites = Array.from(
    { length: 400 },
    () =>
      `${readable(random)}${random.of(['', ...trade])}.${random.of(['com', 'net', 'org', 'de', 'co.uk'])}`,
  );
  return Array.from({ length: hours * clients * 12 }, () =>
    asked({
      at: random.next() * hours * 3_600,
      client: `192.0.2.${random.between(100, 100 + clients)}`,
      name: `${random.of(['www', 'api', 'cdn', 'static', 'img', 'login', 'mail', 'assets-eu1'])}.${random.of(sites)}`,
      type: random.of(['A', 'A', 'AAAA', 'HTTPS']),
    }),
  );
}

/** Programs that ask by the clock: time, telemetry, updates. */
function clockwork(hours: number): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < hours * 3_600; at += 900)
    rows.push(asked({ at, name: 'telemetry.vendor-software.com', ttl: 60 }));
  for (let at = 0; at < hours * 3_600; at += 64)
    rows.push(asked({ at, name: 'time.clock-source.org', ttl: 60 }));
  return rows;
}

/** A busy day with every trap several times over. */
export function benignDay(random: SeededRandom, { hours = 24, clients = 20, times = 3 } = {}): Row[] {
  const rows = [...browsing(random, hours, clients), ...clockwork(hours)];
  for (const trap of traps) {
    for (let time = 0; time < times; time++)
      rows.push(...trap.rows(random, random.next() * (hours * 3_600 - 120)));
  }
  return inOrder(rows);
}
