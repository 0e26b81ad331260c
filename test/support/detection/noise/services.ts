import { asked, denied } from '../traffic.ts';
import { base32, base36, digest, hex, lower, many, type Unseen, uuid } from '../unseen/parts.ts';

const hosts = ['52.10.1.7', '52.10.1.8', '52.10.1.9'] as const;

/** What services that nobody told us of are asked, and what networks make of names. */
export const serviceNoise: readonly Unseen[] = [
  {
    name: 'a search suffix of a provider behind names of a content network',
    expected: [],
    rows: (r) =>
      many(900, (n) => {
        const name = `d${r.text(base36, 13)}.cloudfront.net`;
        return n % 2 === 0
          ? denied(n, `${name}.hsd1.region.big-provider.net`, 'big-provider.net')
          : asked({ at: n, name, answers: ['52.84.1.7'] });
      }),
  },
  {
    name: 'machines by their number below a public domain, some gone',
    expected: [],
    rows: (r) =>
      many(1_200, (n) => {
        const name = `w${r.text('0123456789', 8)}${r.text('abcdefghjk', 2)}.int.big-company.com`;
        return n % 5 < 2
          ? denied(n * 0.5, name, 'int.big-company.com')
          : asked({ at: n * 0.5, name, answers: [`10.1.${n % 200}.${n % 250}`] });
      }),
  },
  {
    name: 'a reputation service asked by whole requests in base36, answered in a word',
    expected: [],
    rows: (r) =>
      many(700, (n) =>
        asked({
          at: n * 3,
          name: `4.1o${r.text(base36, 12)}.${r.text(base36, 30)}.${r.text(base36, 20)}.i.03.s.av-live.net`,
          type: 'TXT',
          answers: [`"v=1;r=${r.between(0, 8)};"`],
        }),
      ),
  },
  {
    name: 'a busy list asked in base32, with verdicts within 127/8',
    expected: [],
    rows: (r) =>
      many(2_000, (n) =>
        asked({
          at: n,
          name: `${r.text(base32, 26)}.q.rep-cloud.net`,
          answers: [`127.0.${n % 3}.${1 + (n % 4)}`],
        }),
      ),
  },
  {
    name: 'pictures, sessions and checks under UUIDs',
    expected: [],
    rows: (r) =>
      many(1_500, (n) =>
        n % 2 === 0
          ? asked({ at: n * 2, name: `${uuid(r)}.pictures-of-shops.net`, answers: [r.of(hosts)], ttl: 60 })
          : asked({
              at: n * 2,
              name: `probe-${uuid(r)}.check.our-monitor.com`,
              answers: ['52.10.1.9'],
              ttl: 1,
            }),
      ),
  },
  {
    name: 'content by its identifier at a gateway',
    expected: [],
    rows: (r) =>
      many(600, (n) =>
        asked({ at: n * 2, name: `bafybei${r.text(base32, 52)}.ipfs.art-shop.link`, answers: [r.of(hosts)] }),
      ),
  },
  {
    name: 'the mail server of a small office: a bounce address for each message of one sender',
    expected: [],
    rows: (r) =>
      many(1_200, (n) =>
        asked({
          at: n * 2,
          name: `bounce-${digest(r, 'sha1').slice(0, 20)}.em.mass-mailer.com`,
          type: 'MX',
          answers: ['10 mx.mass-mailer.com.'],
        }),
      ),
  },
  {
    name: 'trackers with short strange names that a resolver refuses',
    expected: [],
    rows: (r) => {
      const trackers = Array.from(
        { length: 150 },
        () => `${r.of(['ads', 'pixel', 'sync', 't'])}.${r.text(lower, 7)}.${r.of(['com', 'net', 'io'])}`,
      );
      return many(900, (n) =>
        n % 2 === 0
          ? asked({ at: n * 4, name: `www.page-${r.between(1, 200)}.com` })
          : asked({ at: n * 4, name: r.of(trackers), code: 'REFUSED' }),
      );
    },
  },
  {
    name: 'a captive portal that closes again',
    expected: [],
    rows: (r) =>
      many(1_200, (n) => {
        const isClosed = Math.floor(n / 100) % 3 === 0;
        return asked({
          at: n * 3,
          client: `192.0.2.${10 + (n % 25)}`,
          name: `www.page-${r.between(1, 30)}.com`,
          answers: [isClosed ? '10.1.0.1' : '52.10.1.7'],
          ttl: isClosed ? 1 : 60,
        });
      }),
  },
  {
    name: 'trackers with drawn names that a filter answers with nothing, in turn at several machines',
    expected: [],
    rows: (r) => {
      const trackers = Array.from({ length: 40 }, () => `${r.text(lower, 11)}.com`);
      return many(2_000, (n) => {
        const client = `192.0.2.${10 + (n % 12)}`;
        return n % 5 === 0
          ? asked({ at: n * 9, client, name: r.of(trackers), answers: ['0.0.0.0'], ttl: 2 })
          : asked({ at: n * 9, client, name: `www.page-${r.between(1, 200)}.com` });
      });
    },
  },
  {
    name: 'a session of twelve digits for each play, and a check with sixteen, denied',
    expected: [],
    rows: (r) =>
      many(1_600, (n) =>
        n % 2 === 0
          ? asked({ at: n * 8, name: `${r.text(hex, 12)}.edge.game-lobby.net`, answers: [r.of(hosts)] })
          : denied(n * 8, `${r.text(hex, 16)}.nx-check.our-monitor.com`, 'our-monitor.com'),
      ),
  },
  {
    name: 'keys for signed updates of many machines behind one address',
    expected: [],
    rows: (r) =>
      many(1_200, (n) =>
        asked({
          at: n * 1.5,
          name: `${r.between(500, 9_000)}-ms-7.${r.between(1, 90)}-${r.text(hex, 4)}.${uuid(r)}`,
          type: 'TKEY',
          answers: ['gss-tsig. 0 0 3 0 0 0'],
          ttl: 0,
        }),
      ),
  },
  {
    name: 'tasks of a scheduler in a service registry, by UUID, at the own server',
    expected: [],
    rows: (r) =>
      many(1_200, (n) =>
        asked({
          at: n,
          name: `_task-${uuid(r)}-web.service.dc1.consul`,
          type: 'SRV',
          answers: [`1 1 ${20_000 + n} ${r.text(hex, 8)}.addr.dc1.consul.`],
          ttl: 0,
          change: { serverAddress: '10.0.0.53' },
        }),
      ),
  },
];
