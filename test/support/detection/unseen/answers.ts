import type { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { asked } from '../traffic.ts';
import { base36, base64url, hex, lower, many, people, things, tunnelTypes, type Unseen } from './parts.ts';

const many4 = (r: SeededRandom): string => Array.from({ length: 4 }, () => r.between(0, 255)).join('.');

/** Data that comes down in answers, tunnels that idle, and what looks like either. */
export const answers: readonly Unseen[] = [
  {
    name: 'a program in numbered TXT records, a record every five seconds',
    expected: tunnelTypes,
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n * 5,
          name: `${n}.setup.tool-mirror.net`,
          type: 'TXT',
          answers: [r.text(base64url, 200)],
        }),
      ),
  },
  {
    name: 'data coded as words, answers in TXT',
    expected: tunnelTypes,
    rows: (r) =>
      many(80, (n) =>
        asked({
          at: n * 0.7,
          name: `${r.of(people)}-${r.of(things)}.${r.of(people)}${n}.story-words.net`,
          type: 'TXT',
          answers: [r.text(base64url, 120)],
        }),
      ),
  },
  {
    name: 'an idle tunnel: fifteen short names a minute, CNAME',
    expected: tunnelTypes,
    rows: (r) =>
      many(150, (n) =>
        asked({
          at: n * 4,
          name: `q${r.text(base36, 6)}.v.lake-garden.net`,
          type: 'CNAME',
          answers: [`k${r.text(base36, 5)}.v.lake-garden.net.`],
        }),
      ),
  },
  {
    name: 'a tunnel without a domain, short hexadecimal',
    expected: tunnelTypes,
    rows: (r) =>
      many(60, (n) => asked({ at: n, name: `tunl.${r.text(hex, 18)}`, type: 'MX', answers: ['10 x.'] })),
  },
  {
    name: 'data in IPv4 addresses, numbered names',
    expected: tunnelTypes,
    rows: (r) =>
      many(120, (n) =>
        asked({
          at: n * 0.5,
          name: `get.${n.toString(16)}.f3.lake-garden.net`,
          ttl: 1,
          answers: [many4(r)],
        }),
      ),
  },
  {
    name: 'data in IPv6 addresses, numbered names',
    expected: tunnelTypes,
    rows: (r) =>
      many(30, (n) =>
        asked({
          at: n * 2,
          name: `get.${n.toString(16)}.f3.lake-garden.net`,
          type: 'AAAA',
          ttl: 1,
          answers: [Array.from({ length: 8 }, () => r.between(0, 0xffff).toString(16)).join(':')],
        }),
      ),
  },
  {
    name: 'an office with host addresses in 240/4 and channels in 239/8',
    expected: [],
    rows: (r) =>
      many(120, (n) =>
        asked({
          at: n,
          name: `${r.of(things)}-${n}.office.lake-works.com`,
          answers: [
            `${n % 2 === 0 ? 240 : 239}.${r.between(0, 255)}.${r.between(0, 255)}.${r.between(1, 254)}`,
          ],
        }),
      ),
  },
  {
    name: 'VPN servers all over the world, tried in turn',
    expected: [],
    rows: (r) =>
      many(80, (n) =>
        asked({
          at: n * 0.3,
          name: `${r.of(['us', 'de', 'jp', 'br'])}${n}.servers.private-roads.com`,
          answers: [`${r.between(1, 223)}.${r.between(0, 255)}.${r.between(0, 255)}.${r.between(1, 254)}`],
        }),
      ),
  },
  {
    name: 'DKIM keys that a provider hosts without underscores',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n * 4,
          client: '192.0.2.25',
          name: `${r.of(people)}${n}.keys.mail-provider.com`,
          type: 'TXT',
          answers: [`"v=DKIM1; k=rsa; p=${r.text(base64url, 200)}"`],
        }),
      ),
  },
  {
    name: 'SPF policies by macro, one TXT record for each sender',
    expected: [],
    rows: (r) =>
      many(80, (n) =>
        asked({
          at: n * 3,
          client: '192.0.2.25',
          name: `${r.of(people)}.${r.of(things)}${n}.spf.mail-provider.com`,
          type: 'TXT',
          answers: ['"v=spf1 ip4:192.0.2.0/24 ip4:198.51.100.0/24 include:more.mail-provider.com -all"'],
        }),
      ),
  },
  {
    name: 'origin look-ups of addresses at an unlisted service',
    expected: [],
    rows: (r) =>
      many(120, (n) =>
        asked({
          at: n,
          name: `${r.between(1, 250)}.${r.between(1, 250)}.${r.between(1, 250)}.${r.between(1, 250)}.routes.net-origins.org`,
          type: 'TXT',
          answers: [
            `"64${r.between(100, 999)} | 198.51.100.0/24 | FR | ripencc | 2011-0${r.between(1, 9)}-12 | ${r.of(things)} network"`,
          ],
        }),
      ),
  },
  {
    name: 'names of machines, a CNAME for each',
    expected: [],
    rows: (r) =>
      many(200, (n) =>
        asked({
          at: n * 0.4,
          name: `${r.of(things)}-${n}.office.lake-works.com`,
          type: 'CNAME',
          answers: [`${r.of(people)}-${n}.pool.lake-works.com.`],
        }),
      ),
  },
  {
    name: 'a monitor that asks for a random label every thirty seconds, TXT',
    expected: [],
    rows: (r) =>
      many(240, (n) =>
        asked({
          at: n * 30,
          name: `${r.text(lower, 8)}.probe.uptime-watch.com`,
          type: 'TXT',
          answers: ['"ok"'],
        }),
      ),
  },
];
