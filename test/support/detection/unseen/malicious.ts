import { asked } from '../traffic.ts';
import {
  base32hex,
  base36,
  base64url,
  digest,
  lower,
  many,
  parts,
  people,
  things,
  tunnelTypes,
  type Unseen,
} from './parts.ts';

/** Tunnels, generated domains and floods of other shapes than those in the tables. */
export const malicious: readonly Unseen[] = [
  {
    name: 'lines of text in hexadecimal, A queries from a shell loop',
    expected: tunnelTypes,
    rows: (r) => {
      const text = Array.from(
        { length: 60 },
        () => `${r.of(people)}:x:${r.between(100, 999)}:/home/${r.of(people)}:/bin/sh`,
      );
      return text.map((line, n) =>
        asked({ at: n * 0.4, name: `${Buffer.from(line).toString('hex').slice(0, 60)}.drop-box-sync.net` }),
      );
    },
  },
  {
    name: 'a file in hexadecimal by xxd, 16 octets a name, NXDOMAIN',
    expected: tunnelTypes,
    rows: (r) =>
      many(300, (n) => {
        const line = Buffer.from(`${r.of(people)}=${r.of(things)};${r.text(base36, 16)}`).subarray(0, 16);
        return asked({ at: n * 0.5, name: `${line.toString('hex')}.notes-of-mine.org`, code: 'NXDOMAIN' });
      }),
  },
  {
    name: 'base64url chunks with a counter, AAAA',
    expected: tunnelTypes,
    rows: (r) =>
      many(90, (n) =>
        asked({
          at: n * 0.6,
          name: `${n}-${r.text(base64url, 44)}.img-cache.info`,
          type: 'AAAA',
          answers: ['2001:db8::1'],
        }),
      ),
  },
  {
    name: 'data in TXT answers, counters in short labels',
    expected: tunnelTypes,
    rows: (r) =>
      many(120, (n) =>
        asked({
          at: n * 0.5,
          name: `${r.text(base36, 10)}.c2.cloud-metrics.org`,
          type: 'TXT',
          answers: [r.text(base64url, 120)],
          ttl: 1,
        }),
      ),
  },
  {
    name: 'MX records with encoded exchange names',
    expected: tunnelTypes,
    rows: (r) =>
      many(80, (n) =>
        asked({
          at: n * 0.7,
          name: `${parts(r.text(base32hex, 100), 50)}.relay-mx.biz`,
          type: 'MX',
          answers: [`10 ${r.text(base32hex, 40)}.relay-mx.biz.`],
        }),
      ),
  },
  {
    name: 'CNAME answers, four labels of twelve characters',
    expected: tunnelTypes,
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n,
          name: `${parts(r.text(base36, 48), 12)}.edge-assets.co`,
          type: 'CNAME',
          answers: [`${r.text(base36, 40)}.edge-assets.co.`],
        }),
      ),
  },
  {
    name: 'a tunnel below a country suffix of two labels, base32 in lower case',
    expected: tunnelTypes,
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n,
          name: `${parts(r.text(`${lower}234567`, 120), 60)}.t.archivos.com.br`,
          type: 'TXT',
          answers: ['ok'],
        }),
      ),
  },
  {
    name: 'queries for the private type 65399',
    expected: tunnelTypes,
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n,
          name: `${r.text(base36, 50)}.pt.example.org`,
          change: { queryType: 65_399, answerCount: 0, records: [] },
        }),
      ),
  },
  {
    name: 'data as decimal digits only',
    expected: tunnelTypes,
    rows: (r) =>
      many(90, (n) =>
        asked({
          at: n * 0.6,
          name: `${r.text('0123456789', 45)}.stats-collector.xyz`,
          type: 'TXT',
          answers: ['1'],
        }),
      ),
  },
  {
    name: 'eight clients with one implant, commands in TXT',
    expected: tunnelTypes,
    rows: (r) =>
      many(400, (n) =>
        asked({
          at: n * 0.15,
          client: `192.0.2.${20 + (n % 8)}`,
          name: `${parts(digest(r, 'sha256').slice(0, 56), 28)}.wpad-update.net`,
          type: 'TXT',
          answers: [r.text(base64url, 80)],
        }),
      ),
  },
  {
    name: 'a name of 30 characters every two minutes for a day, A',
    expected: tunnelTypes,
    rows: (r) =>
      many(710, (n) =>
        asked({ at: n * 120 + r.between(0, 40), name: `${r.text(base36, 30)}.weather-kit.net` }),
      ),
  },
  {
    name: 'data coded as words, two per label, A',
    expected: tunnelTypes,
    rows: (r) =>
      many(120, (n) =>
        asked({
          at: n * 0.5,
          name: `${r.of(people)}${r.of(things)}.${r.of(people)}${r.of(things)}${n}.story-words.net`,
        }),
      ),
  },
  {
    name: 'made-up .ru domains of 8 to 20 letters, one in ten exists',
    expected: ['dga', 'nxdomain_storm'],
    rows: (r) =>
      many(60, (n) =>
        n % 10 === 9
          ? asked({ at: n * 3, name: `${r.text(lower, 12)}.ru` })
          : asked({ at: n * 3, name: `${r.text(lower, r.between(8, 20))}.ru`, code: 'NXDOMAIN' }),
      ),
  },
  {
    name: 'made-up domains from an MD5, rotating suffixes',
    expected: ['dga'],
    rows: (r) =>
      many(40, (n) =>
        asked({
          at: n * 5,
          name: `${digest(r, 'md5').slice(0, 14)}.${r.of(['com', 'net', 'biz', 'org', 'info', 'cc'])}`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'made-up names below a dynamic DNS service',
    expected: ['dga'],
    rows: (r) =>
      many(40, (n) => asked({ at: n * 5, name: `${r.text(lower, 11)}.duckdns.org`, code: 'NXDOMAIN' })),
  },
  {
    name: 'a thousand random subdomains a minute and more, SERVFAIL',
    expected: ['random_subdomain_attack'],
    rows: (r) =>
      many(2_400, (n) =>
        asked({
          at: n / 45,
          client: `192.0.2.${n % 200}`,
          name: `${r.text(lower, 9)}.victim-shop.com`,
          code: 'SERVFAIL',
        }),
      ),
  },
];
