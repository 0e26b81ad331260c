import type { Row } from '@sonde/shared/batch/row.ts';
import { asked, denied, inOrder } from '../traffic.ts';
import { base36, digest, hex, lower, many, parts, people, things, type Unseen } from '../unseen/parts.ts';
import { hostAddress as address } from './host-address.ts';
import { officeNoise } from './office.ts';

const base32 = `${lower}234567`;

/** What single machines ask, and how a sensor sees it. */
export const machineNoise: readonly Unseen[] = [
  {
    name: 'a mail server that asks five block lists for each sender, two hours',
    expected: [],
    rows: (r) =>
      many(6_000, (n) => {
        const zone = `list${n % 5}.unlisted-blocklists.net`;
        const client = '192.0.2.25';
        const name =
          n % 7 === 0
            ? `${r.of(people)}${r.of(things)}${r.between(1, 999)}.com.${zone}`
            : `${address(r)}.${zone}`;
        return n % 11 === 0
          ? asked({ at: n * 1.2, client, name, answers: ['127.0.0.2'] })
          : denied(n * 1.2, name, zone, client);
      }),
  },
  {
    name: 'a mail server as the only client: senders, their policies and keys, invented ones among them',
    expected: [],
    rows: (r) =>
      many(6_000, (n) => {
        const at = n * 0.8;
        const client = '192.0.2.25';
        const sender = `${r.of(people)}-${r.of(things)}${r.between(1, 400)}.com`;
        const spam = `${r.text(lower, r.between(8, 14))}.${r.of(['com', 'net', 'xyz'])}`;
        if (n % 25 === 0) return denied(at, spam, spam.slice(spam.indexOf('.') + 1), client);
        if (n % 6 === 1)
          return asked({
            at,
            client,
            name: sender,
            type: 'TXT',
            answers: [`"v=spf1 ip4:${address(r)} -all"`],
          });
        if (n % 6 === 2)
          return asked({
            at,
            client,
            name: `${r.text(base36, 10)}._domainkey.${sender}`,
            type: 'TXT',
            answers: [`"v=DKIM1; p=${r.text(base36, 380)}"`],
          });
        if (n % 6 === 3)
          return asked({
            at,
            client,
            name: `_dmarc.${sender}`,
            type: 'TXT',
            answers: ['"v=DMARC1; p=none"'],
          });
        if (n % 6 === 4) return denied(at, `${address(r)}.in-addr.arpa`, 'in-addr.arpa', client);
        return asked({ at, client, name: sender, type: 'MX', answers: [`10 mx.${sender}.`] });
      }),
  },
  {
    name: 'a resolver as the only client: what a whole office asks, with its slips',
    expected: [],
    rows: (r) =>
      many(12_000, (n) => {
        const at = n * 0.3;
        const client = '192.0.2.53';
        const site = `${r.of(people)}${r.of(things)}${r.between(1, 4_000)}.${r.of(['com', 'net', 'de', 'io'])}`;
        const draw = n % 60;
        if (draw === 0)
          return denied(at, `www.${r.text(lower, 1)}${site}`, site.slice(site.indexOf('.') + 1), client);
        if (draw === 1) return denied(at, r.text(lower, r.between(7, 15)), '.', client);
        if (draw === 2)
          return denied(at, `${r.text(lower, 11)}.corp.example-works.com`, 'example-works.com', client);
        if (draw === 3)
          return asked({
            at,
            client,
            name: `${digest(r, 'sha256')}.files.verdict-cloud.net`,
            answers: ['127.0.0.4'],
          });
        if (draw === 4) return asked({ at, client, name: `${r.text(hex, 32)}.events.analytics-vendor.com` });
        if (draw === 5)
          return asked({
            at,
            client,
            name: `${n % 9}.pool.ntp.org`,
            answers: many2(4, () => address(r)),
            ttl: 60,
          });
        if (draw === 6) return asked({ at, client, name: site, code: 'SERVFAIL' });
        return asked({ at, client, name: `${r.of(['www', 'api', 'img'])}.${site}`, answers: [address(r)] });
      }),
  },
  {
    name: 'a reputation cloud that nobody listed: digests in base32 with a version, answers elsewhere',
    expected: [],
    rows: (r) =>
      many(300, (n) =>
        asked({
          at: n * 12,
          client: `192.0.2.${10 + (n % 6)}`,
          name: `4.${r.text(base32, 32)}.${r.text(base32, 20)}.rep.shield-vendor.com`,
          answers: [`203.0.113.${n % 3}`],
        }),
      ),
  },
  {
    name: 'one server with a scanner of mail at a cloud: digests in base32, TXT verdicts',
    expected: [],
    rows: (r) =>
      many(400, (n) =>
        asked({
          at: n * 3,
          client: '192.0.2.26',
          name: `${digest(r, 'sha256').slice(0, 32)}.v2.query.mail-shield.com`,
          type: 'TXT',
          answers: [`"r=${n % 3}; t=300"`],
        }),
      ),
  },
  {
    name: 'seeds of a network of coins: five names, twenty-five addresses each, all over the world',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n * 60,
          client: '192.0.2.90',
          name: `x9.seed${n % 5}.coin-of-many.org`,
          answers: many2(25, () => address(r)),
          ttl: 60,
        }),
      ),
  },
  {
    name: 'a tree of nodes in TXT records (EIP-1459), as a client of Ethereum walks it',
    expected: [],
    rows: (r) =>
      many(400, (n) =>
        asked({
          at: n * 0.5,
          client: '192.0.2.91',
          name: `${r.text(base32, 26)}.all.mainnet.node-trees.org`,
          type: 'TXT',
          answers: [
            n % 5 === 0
              ? `"enrtree-branch:${many2(8, () => r.text(base32, 26)).join(',')}"`
              : `"enr:-${r.text(`${base36}-_`, 180)}"`,
          ],
        }),
      ),
  },
  {
    name: 'a network of video with hashed names, one reader',
    expected: [],
    rows: (r) =>
      many(240, (n) =>
        asked({
          at: n * 15,
          client: '192.0.2.44',
          name: `r${r.between(1, 20)}---sn-${r.text(base36, 8)}-${r.text(base36, 4)}.v.stream-house.tv`,
          answers: [address(r)],
        }),
      ),
  },
  {
    name: 'pieces of videos under digests, a CNAME to a network of delivery',
    expected: [],
    rows: (r) =>
      many(200, (n) =>
        asked({
          at: n * 9,
          client: `192.0.2.${40 + (n % 4)}`,
          name: `${digest(r, 'md5')}.eu-west.media-shards.net`,
          type: 'CNAME',
          answers: ['edge.delivery-of-media.net.'],
        }),
      ),
  },
  {
    name: 'a checker of links and a crawler on a server: a tenth is gone',
    expected: [],
    rows: (r) =>
      many(4_000, (n) => {
        const site = `${r.of(people)}${r.of(things)}${r.between(1, 6_000)}.com`;
        return n % 10 === 0
          ? denied(n * 0.3, site, 'com', '192.0.2.80')
          : asked({ at: n * 0.3, client: '192.0.2.80', name: site, answers: [address(r)] });
      }),
  },
  {
    name: 'a tap that sees questions alone',
    expected: [],
    rows: (r) => seen(r, ({ rows }) => rows.map(unanswered)),
  },
  {
    name: 'a tap that sees answers alone',
    expected: [],
    rows: (r) => seen(r, ({ rows }) => rows.map((row) => ({ ...row, outcome: 'orphan' as const }))),
  },
  {
    name: 'a tap that loses one packet of twenty',
    expected: [],
    rows: (r) =>
      seen(r, ({ rows }) =>
        rows.flatMap((row) => {
          const draw = r.between(1, 20);
          if (draw === 1) return [unanswered(row)];
          return draw === 2 ? [{ ...row, outcome: 'orphan' as const }] : [row];
        }),
      ),
  },
  {
    name: 'replies of one service below many labels, cut into parts',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n * 20,
          client: '192.0.2.30',
          name: `${parts(r.text(hex, 32), 16)}.t.beacons-of-shop.com`,
        }),
      ),
  },
];

function many2<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}

/** An hour of an office with all of its kinds of noise, changed by how a sensor sees it. */
function seen(r: Parameters<Unseen['rows']>[0], change: (all: { rows: Row[] }) => Row[]): Row[] {
  const visits = many(4_000, (n) =>
    asked({
      at: n * 0.5,
      client: `192.0.2.${1 + (n % 50)}`,
      name: `${r.of(['www', 'api', 'img'])}.${r.of(people)}${r.of(things)}${r.between(1, 2_000)}.com`,
      answers: [address(r)],
    }),
  );
  const rows = inOrder([...visits, ...officeNoise.slice(0, 2).flatMap((one) => one.rows(r))]);
  return change({ rows });
}

function unanswered(row: Row): Row {
  return {
    ...row,
    outcome: 'unanswered',
    responseCode: 65_535,
    responseFlags: 0,
    responseSize: 0,
    answerCount: 0,
    authorityCount: 0,
    records: [],
  };
}
