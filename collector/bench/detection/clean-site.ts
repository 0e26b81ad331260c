import { drawnText, generatedDomain, oneOf } from '../generated-domain.ts';
import { PseudoRandom, zipf } from '../pseudo-random.ts';
import type { Asked } from './asked.ts';

const hosts = ['www', 'www', 'www', 'api', 'cdn', 'static', 'login', 'm', 'img', 'news'];
const workDay = [2, 1, 1, 1, 1, 2, 4, 8, 14, 16, 16, 15, 13, 15, 16, 15, 13, 9, 6, 5, 4, 4, 3, 3];
const domains = 20_000;
const hexadecimal = '0123456789abcdef';
export const ownZone = 'some-company.com';

export interface SiteSize {
  readonly clients: number;
  /** Queries of one client in a day. */
  readonly perClient: number;
}

type Noise = (random: PseudoRandom, at: number, client: string) => Asked[];

export function clientOf(number: number): string {
  return `10.${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

export function addressOf(random: PseudoRandom): string {
  return `${11 + random.below(80)}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`;
}

export function drawn(random: PseudoRandom, alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) text += alphabet[random.below(alphabet.length)];
  return text;
}

const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

/**
 * Offices make these noises beside visiting pages, each with how often a client does it in a day. Each looks like
 * something bad to one detector or another.
 */
const noises: readonly { readonly perDay: number; readonly make: Noise }[] = [
  // Search suffixes behind names that do not exist, and behind single labels.
  {
    perDay: 12,
    make: (random, at, client) =>
      [
        `${generatedDomain(random.below(domains))}.corp.${ownZone}`,
        `printer${random.below(90)}.corp.${ownZone}`,
      ].map((name) => ({ at, client, name, code: 'NXDOMAIN' as const, deniedBy: ownZone })),
  },
  // A browser that starts asks for three names that nobody has.
  {
    perDay: 2,
    make: (random, at, client) =>
      times(3, () => {
        const label = drawn(random, 'abcdefghijklmnopqrstuvwxyz', 7 + random.below(9));
        const name = random.fraction() < 0.5 ? label : `${label}.corp.${ownZone}`;
        return { at, client, name, code: 'NXDOMAIN' as const, deniedBy: name === label ? '.' : ownZone };
      }),
  },
  // Candidates of WebRTC, asked of the resolver.
  {
    perDay: 3,
    make: (random, at, client) =>
      times(2, () => ({
        at,
        client,
        name: `${drawn(random, hexadecimal, 8)}-${drawn(random, hexadecimal, 4)}-4${drawn(random, hexadecimal, 3)}-a${drawn(random, hexadecimal, 3)}-${drawn(random, hexadecimal, 12)}.local`,
        code: 'NXDOMAIN' as const,
        deniedBy: '.',
      })),
  },
  // Windows hosts look for their domain controllers.
  {
    perDay: 8,
    make: (_, at, client) =>
      times(2, (n) => ({
        at,
        client,
        name: `_ldap._tcp.${n === 0 ? 'default-first-site-name._sites.' : ''}dc._msdcs.corp.${ownZone}`,
        type: 'SRV' as const,
        answers: [`0 100 389 dc${n + 1}.corp.${ownZone}.`],
      })),
  },
  // A reputation cloud that nobody listed.
  {
    perDay: 6,
    make: (random, at, client) =>
      times(5, (n) => ({
        at: at + n,
        client,
        name: `${drawn(random, hexadecimal, 64)}.files.cloud-verdicts.net`,
        answers: ['127.0.0.4'],
      })),
  },
  // Slips of the keyboard.
  {
    perDay: 2,
    make: (random, at, client) => {
      const domain = generatedDomain(random.below(500));
      return [{ at, client, name: `www.${domain[0]}${domain}`, code: 'NXDOMAIN', deniedBy: 'com' }];
    },
  },
  // An internal program that polls.
  {
    perDay: 100,
    make: (_, at, client) => [
      { at, client, name: `inventory.corp.${ownZone}`, answers: ['10.9.8.7'], ttl: 60 },
    ],
  },
];

/** Makes the queries of single machines in a minute: the mail server, a resolver of nodes, a log analyser. */
function servers(random: PseudoRandom, at: number): Asked[] {
  const address = () => times(4, () => random.below(256)).join('.');
  return [
    ...times(12, (n) => ({
      at: at + n * 5,
      client: '10.1.0.25',
      name: `${address()}.list.mail-reputation.org`,
      code: 'NXDOMAIN' as const,
      deniedBy: 'list.mail-reputation.org',
    })),
    ...times(4, (n) => ({
      at: at + n * 9,
      client: '10.1.0.25',
      name: `s${random.below(9)}._domainkey.${generatedDomain(random.below(domains))}`,
      type: 'TXT' as const,
      answers: [`"v=DKIM1; k=rsa; p=${drawnText(random, 380)}"`],
    })),
    ...times(6, (n) => ({
      at: at + n * 8,
      client: '10.1.0.40',
      name: `${address()}.in-addr.arpa`,
      type: 'PTR' as const,
      code: 'NXDOMAIN' as const,
      deniedBy: 'in-addr.arpa',
    })),
    ...times(2, (n) => ({
      at: at + n * 20,
      client: '10.1.0.41',
      name: 'seed.coin-nodes.org',
      answers: times(20, () => addressOf(random)),
      ttl: 60,
    })),
  ];
}

/** Generates the clean traffic of a site, minute by minute, each in the order of its time. */
export function* cleanSite(
  { clients, perClient }: SiteSize,
  { start, minutes, seed }: { start: number; minutes: number; seed: number },
): Generator<Asked[]> {
  const random = new PseudoRandom(seed);
  const popular = zipf(random, domains, 1.05);
  const dayWeight = workDay.reduce((sum, weight) => sum + weight, 0) * 60;
  for (let minute = 0; minute < minutes; minute++) {
    const from = start + minute * 60;
    const share = workDay[Math.floor(from / 3_600) % 24]! / dayWeight;
    const rows: Asked[] = servers(random, from);
    const at = () => from + random.fraction() * 60;
    const someone = () => clientOf(random.below(clients));
    for (let left = poisson(random, clients * perClient * share); left > 0; left--)
      rows.push(...visit(random, popular(), at(), someone()));
    for (const { perDay, make } of noises)
      for (let left = poisson(random, clients * perDay * share); left > 0; left--)
        rows.push(...make(random, at(), someone()));
    yield rows.sort((one, other) => one.at - other.at);
  }
}

function visit(random: PseudoRandom, rank: number, at: number, client: string): Asked[] {
  const name = `${oneOf(random, hosts)}.${generatedDomain(rank)}`;
  // A site is always at the same few addresses.
  const own = new PseudoRandom(rank * 31 + random.below(2));
  const a: Asked = { at, client, name, answers: [addressOf(own)], ttl: 60 + own.below(600) };
  const draw = random.fraction();
  if (draw < 0.25) return [a, { at, client, name, type: 'AAAA' }];
  if (draw < 0.45)
    return [a, { at, client, name, type: 'HTTPS', answers: own.below(2) === 0 ? ['1 . alpn=h2,h3'] : [] }];
  return [a];
}

/** About that many, as independent events come. */
function poisson(random: PseudoRandom, mean: number): number {
  const whole = Math.floor(mean);
  return whole + (random.fraction() < mean - whole ? 1 : 0);
}
