import { asked } from '../traffic.ts';
import { address, base36, digest, hex, many, people, things, type Unseen } from './parts.ts';

/** What networks ask for all day. */
export const ordinary: readonly Unseen[] = [
  {
    name: 'a wrong search list: every name tried below a company domain',
    expected: [],
    rows: (r) =>
      many(300, (n) =>
        asked({
          at: n * 0.5,
          name: `${r.of(['www', 'api', 'm', 'static'])}.${r.of(people)}${r.of(things)}.com.corp.contoso-group.com`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'a search list of three suffixes on a busy server',
    expected: [],
    rows: (r) =>
      many(450, (n) =>
        asked({
          at: n * 0.3,
          client: '192.0.2.30',
          name: `db-${r.of(things)}-${n % 40}.${['eu.acme.io', 'acme.io', 'acme-legacy.net'][n % 3]}`,
          ...(n % 3 === 2 ? {} : { code: 'NXDOMAIN' as const }),
        }),
      ),
  },
  {
    name: 'telemetry with a random session label, a few queries a minute',
    expected: [],
    rows: (r) =>
      many(60, (n) =>
        asked({
          at: n * 20,
          name: `${r.text(hex, 32)}.events.analytics-vendor.com`,
          answers: ['203.0.113.20'],
        }),
      ),
  },
  {
    name: 'pages that test the resolver with random names, twenty at once',
    expected: [],
    rows: (r) =>
      many(40, (n) =>
        asked({ at: n < 20 ? n * 0.1 : 1_800 + n * 0.1, name: `${r.text(base36, 12)}.dnsleak-check.com` }),
      ),
  },
  {
    name: 'content networks: a hash for each customer, CNAME to another',
    expected: [],
    rows: (r) =>
      many(90, (n) =>
        asked({
          at: n * 0.6,
          client: `192.0.2.${10 + (n % 12)}`,
          name: `e${r.between(1_000, 99_999)}.${r.of(['a', 'b', 'dscd'])}.cdn-of-somebody.net`,
        }),
      ),
  },
  {
    name: 'images under hashed names of one shop, one client',
    expected: [],
    rows: (r) =>
      many(24, (n) =>
        asked({ at: n * 0.2, name: `${r.text(hex, 10)}.img.shop-of-somebody.com`, ttl: 3_600 }),
      ),
  },
  {
    name: 'single-page apps under generated hosts, many clients',
    expected: [],
    rows: (r) =>
      many(120, (n) =>
        asked({
          at: n * 0.5,
          client: `192.0.2.${10 + (n % 25)}`,
          name: `${r.of(people)}-${r.of(things)}-${r.text(hex, 9)}.vercel.app`,
        }),
      ),
  },
  {
    name: 'peers of a media server, with their address in the name',
    expected: [],
    rows: (r) =>
      many(30, (n) =>
        asked({
          at: n * 2,
          name: `${address(r).replaceAll('.', '-')}.${digest(r, 'md5')}.plex.direct`,
          answers: ['203.0.113.9'],
        }),
      ),
  },
  {
    name: 'a browser that discovers a DoH server and asks for HTTPS records',
    expected: [],
    rows: (r) =>
      many(40, (n) =>
        asked({
          at: n,
          name: r.of([
            'dns.google',
            'mozilla.cloudflare-dns.com',
            'use-application-dns.net',
            '_dns.resolver.arpa',
          ]),
          change: { queryType: n % 2 === 0 ? 65 : 1 },
        }),
      ),
  },
  {
    name: 'an office with dead links: 150 different readable domains a day',
    expected: [],
    rows: (r) =>
      many(150, (n) =>
        asked({
          at: n * 60,
          client: `192.0.2.${10 + (n % 20)}`,
          name: `${r.of(people)}${r.of(things)}${r.between(1, 99)}.${r.of(['com', 'net', 'de'])}`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'a crawler: 400 readable domains a minute, a fifth of them missing',
    expected: [],
    rows: (r) =>
      many(800, (n) =>
        asked({
          at: n * 0.15,
          name: `${r.of(people)}${r.of(things)}${r.of(people)}${r.between(1, 999)}.${r.of(['com', 'net', 'org'])}`,
          ...(n % 5 === 0 ? { code: 'NXDOMAIN' as const } : {}),
        }),
      ),
  },
  {
    name: 'Polish and Hungarian company domains that no longer exist',
    expected: [],
    rows: (r) =>
      many(24, (n) =>
        asked({
          at: n * 20,
          name: `${r.of(['przedsiebiorstwo', 'szczecinek', 'wszystko', 'krzyzanowski', 'gyogyszertar', 'egeszsegugy', 'zsolnay', 'trzebnica', 'chrzastowice', 'sprzedaz', 'hodmezovasarhely', 'wroclawskie'])}${n}.${r.of(['pl', 'hu', 'com'])}`,
          code: 'NXDOMAIN',
        }),
      ),
  },
  {
    name: 'Active Directory and Kubernetes service records',
    expected: [],
    rows: (r) =>
      many(120, (n) =>
        asked({
          at: n * 0.5,
          name:
            n % 2 === 0
              ? `_ldap._tcp.${r.of(['paris', 'berlin'])}._sites.dc._msdcs.corp.contoso-group.com`
              : `${r.text(hex, 8)}-${r.text(hex, 4)}-${r.text(hex, 4)}-${r.text(hex, 4)}-${r.text(hex, 12)}._msdcs.corp.contoso-group.com`,
          type: n % 2 === 0 ? 'SRV' : 'CNAME',
          answers: [],
        }),
      ),
  },
  {
    name: 'object storage by bucket and region, UUIDs',
    expected: [],
    rows: (r) =>
      many(30, (n) =>
        asked({
          at: n * 1.7,
          name: `${r.text(hex, 8)}-${r.text(hex, 4)}-4${r.text(hex, 3)}-${r.text(hex, 12)}.s3.eu-central-1.amazonaws.com`,
        }),
      ),
  },
  {
    name: 'remote desktops and IoT hubs by device id, one site',
    expected: [],
    rows: (r) => {
      const ids = Array.from({ length: 15 }, () => r.text(hex, 20));
      return many(600, (n) =>
        asked({ at: n * 60, client: `192.0.2.${40 + (n % 15)}`, name: `${ids[n % 15]}.devices.iot-hub.net` }),
      );
    },
  },
];
