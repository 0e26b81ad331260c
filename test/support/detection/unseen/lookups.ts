import { asked } from '../traffic.ts';
import {
  address,
  base36,
  base64url,
  digest,
  hex,
  many,
  parts,
  people,
  things,
  type Unseen,
} from './parts.ts';

/** Names that carry data by design: mail, lists, reputation, certificates. */
export const lookups: readonly Unseen[] = [
  {
    name: 'antivirus look-ups by SHA-256, answers outside 127/8',
    expected: [],
    rows: (r) =>
      many(40, (n) =>
        asked({
          at: n * 1.5,
          name: `${parts(digest(r, 'sha256'), 32)}.h.verdicts-av.com`,
          type: 'TXT',
          answers: ['v=1;clean'],
        }),
      ),
  },
  {
    name: 'antivirus look-ups by MD5 from many clients, answers within 127/8',
    expected: [],
    rows: (r) =>
      many(300, (n) =>
        asked({
          at: n * 0.2,
          client: `192.0.2.${10 + (n % 30)}`,
          name: `${digest(r, 'md5')}.md5.cleanfiles.net`,
          answers: ['127.0.0.4'],
        }),
      ),
  },
  {
    name: 'a mail server: SPF, DKIM, DMARC, MX and PTR of unknown senders',
    expected: [],
    rows: (r) =>
      many(240, (n) => {
        const domain = `${r.of(people)}-${r.of(things)}${r.between(1, 400)}.${r.of(['com', 'de', 'org', 'fr'])}`;
        const at = n * 0.25;
        const client = '192.0.2.25';
        switch (n % 6) {
          case 0:
            return asked({ at, client, name: domain, type: 'TXT', answers: ['v=spf1 -all'] });
          case 1:
            return asked({
              at,
              client,
              name: `${r.of(['s1', 'google', r.text(base36, 16), '20230601'])}._domainkey.${domain}`,
              type: 'TXT',
              answers: ['v=DKIM1; k=rsa; p=MIGf'],
            });
          case 2:
            return asked({
              at,
              client,
              name: `_dmarc.${domain}`,
              type: 'TXT',
              answers: ['v=DMARC1; p=none'],
            });
          case 3:
            return asked({ at, client, name: domain, type: 'MX', answers: [`10 mx.${domain}.`] });
          case 4:
            return asked({ at, client, name: `${address(r)}.in-addr.arpa`, code: 'NXDOMAIN' });
          default:
            return asked({
              at,
              client,
              name: `${address(r)}.dnsbl-${r.between(1, 3)}.mail-lists.net`,
              code: 'NXDOMAIN',
            });
        }
      }),
  },
  {
    name: 'DKIM keys with long selectors of one mass mailer',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n,
          client: '192.0.2.25',
          name: `${r.text(base36, 32)}._domainkey.mass-mailer.com`,
          type: 'TXT',
          answers: ['v=DKIM1; p=MIGf'],
        }),
      ),
  },
  {
    name: 'DKIM by CNAME to hashed names of a provider',
    expected: [],
    rows: (r) =>
      many(40, (n) =>
        asked({
          at: n * 1.5,
          client: '192.0.2.25',
          name: `${r.text(base36, 32)}.dkim.amazonses.com`,
          type: 'TXT',
          answers: ['p=MIGf'],
        }),
      ),
  },
  {
    name: 'look-ups of bounce addresses: VERP subdomains, MX',
    expected: [],
    rows: (r) =>
      many(30, (n) =>
        asked({
          at: n * 2,
          client: '192.0.2.25',
          name: `bounce-${r.between(1, 9_999)}.${r.of(people)}.newsletter-house.com`,
          type: 'MX',
          answers: ['10 in.newsletter-house.com.'],
        }),
      ),
  },
  {
    name: 'hash lists of mail addresses (HASHBL), SHA-1',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({ at: n, client: '192.0.2.25', name: `${digest(r, 'sha1')}.ebl.msbl.org`, code: 'NXDOMAIN' }),
      ),
  },
  {
    name: 'an unlisted hash list, NXDOMAIN for good entries',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n,
          client: '192.0.2.25',
          name: `${digest(r, 'sha1')}.hashbl.mailguard-lists.net`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'reverse look-ups of a log analyser, IPv4 and IPv6',
    expected: [],
    rows: (r) =>
      many(500, (n) =>
        asked({
          at: n * 0.1,
          name: n % 2 === 0 ? `${address(r)}.in-addr.arpa` : `${[...r.text(hex, 32)].join('.')}.ip6.arpa`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'ACME challenges of a hosting provider, tokens below one alias domain',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n,
          name: `_acme-challenge.${r.of(people)}${r.between(1, 500)}.customers-hoster.com`,
          type: 'TXT',
          answers: [r.text(base64url, 43)],
        }),
      ),
  },
  {
    name: 'a day of one mail server with an unlisted hash list',
    expected: [],
    rows: (r) =>
      many(1_500, (n) =>
        asked({
          at: n * 55,
          client: '192.0.2.25',
          name: `${digest(r, 'md5')}.emails.spamhash-lists.org`,
          ...(n % 40 === 0 ? { answers: ['127.0.1.2'] } : { code: 'NXDOMAIN' as const }),
        }),
      ),
  },
];
