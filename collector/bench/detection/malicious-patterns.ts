import { oneOf } from '../generated-domain.ts';
import type { PseudoRandom } from '../pseudo-random.ts';
import { siteWords } from '../site-words.ts';
import { addressOf, drawn } from './clean-site.ts';
import { intrusionPatterns } from './intrusion-patterns.ts';
import type { MaliciousPattern, Question } from './malicious-pattern.ts';

const hexadecimal = '0123456789abcdef';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const letters = 'abcdefghijklmnopqrstuvwxyz';

function labels(text: string): string {
  return text.match(/.{1,60}/g)!.join('.');
}

const blob = (random: PseudoRandom, octets: number): string =>
  `\\# ${octets} ${drawn(random, hexadecimal, octets * 2)}`;
const tunnels = ['dns_tunnel', 'dns_tunnel_slow'];
const word = (random: PseudoRandom): string => oneOf(random, siteWords.plain);

const downloads: readonly MaliciousPattern[] = (
  ['TXT', 'NULL', 'CNAME', 'MX', 'HTTPS', 'SVCB', 'SPF', 'HINFO', 'NS', 'PTR', 'SOA', 'CAA', 'TLSA'] as const
).map((type) => ({
  name: `download by ${type} under counted names`,
  family: 'tunnel',
  types: tunnels,
  perMinute: 300,
  count: 1_500,
  question: (random, n) => ({ name: `${n}.cache-mirror.net`, type, answers: [blob(random, 180)], ttl: 0 }),
}));

const twoWay: readonly MaliciousPattern[] = (
  [
    ['iodine, NULL', 'NULL', 120, 120],
    ['dnscat2, TXT', 'TXT', 100, 60],
    ['dnscat2, CNAME', 'CNAME', 100, 60],
    ['dnstt, TXT', 'TXT', 140, 90],
    ['cobalt strike, A', 'A', 50, 30],
  ] as const
).map(([name, type, octets, perMinute]) => ({
  name,
  family: 'tunnel',
  types: tunnels,
  perMinute,
  count: perMinute * 10,
  question: (random) => ({
    name: `${labels(drawn(random, base32, octets))}.link-status.net`,
    type,
    answers: type === 'A' ? [addressOf(random)] : [drawn(random, base32, 80)],
    ttl: 0,
  }),
}));

const uploads: readonly MaliciousPattern[] = (
  [
    ['upload in hexadecimal', (random) => labels(drawn(random, hexadecimal, 120))],
    [
      'upload in readable words',
      (random) =>
        Array.from({ length: 9 }, () => word(random))
          .join('-')
          .slice(0, 60),
    ],
    ['upload below an underscored label', (random) => `${drawn(random, hexadecimal, 60)}._sip`],
    ['upload below dkim', (random) => `${drawn(random, base32, 58)}.dkim`],
    ['upload as digests', (random) => drawn(random, hexadecimal, 64)],
  ] as const satisfies readonly (readonly [string, (random: PseudoRandom) => string])[]
).map(([name, text]) => ({
  name,
  family: 'upload',
  types: tunnels,
  perMinute: 300,
  count: 3_000,
  question: (random) => ({
    name: `${text(random)}.backup-sync.net`,
    code: 'NXDOMAIN' as const,
    deniedBy: 'backup-sync.net',
  }),
}));

const fates: readonly (readonly [string, Partial<Question>])[] = [
  ['denied', { code: 'NXDOMAIN', deniedBy: 'com' }],
  ['SERVFAIL', { code: 'SERVFAIL' }],
  ['REFUSED', { code: 'REFUSED' }],
  ['unanswered', { outcome: 'unanswered' }],
  ['0.0.0.0', { answers: ['0.0.0.0'] }],
  ['sinkholed', { answers: ['52.9.9.9'] }],
];
const generators: readonly MaliciousPattern[] = [
  ...fates.map(
    ([fate, answer]): MaliciousPattern => ({
      name: `generator of 14 letters, ${fate}`,
      family: 'generator',
      types: ['dga'],
      perMinute: 6,
      count: 64,
      question: (random) => ({ name: `${drawn(random, letters, 14)}.com`, ...answer }),
    }),
  ),
  ...(
    [
      ['5 letters', (random) => drawn(random, letters, 5)],
      ['6 letters', (random) => drawn(random, letters, 6)],
      ['10 letters', (random) => drawn(random, letters, 10)],
      ['hexadecimal', (random) => drawn(random, hexadecimal, 12)],
      ['consonants and digits', (random) => drawn(random, 'bcdfghjklmnpqrstvwxz0123456789', 12)],
    ] as const satisfies readonly (readonly [string, (random: PseudoRandom) => string])[]
  ).map(
    ([what, text]): MaliciousPattern => ({
      name: `generator of ${what}`,
      family: 'generator',
      types: ['dga'],
      perMinute: 6,
      count: 64,
      question: (random) => ({ name: `${text(random)}.net`, code: 'NXDOMAIN', deniedBy: 'net' }),
    }),
  ),
  ...[12, 24].map(
    (size): MaliciousPattern => ({
      name: `generator of words, ${size} first and second ones`,
      family: 'generator',
      types: ['dga'],
      perMinute: 6,
      count: 64,
      question: (random) => ({
        name: `${siteWords.plain[random.below(size)]}${siteWords.plain[60 + random.below(size)]}.${size === 12 ? 'net' : 'org'}`,
        code: 'NXDOMAIN',
        deniedBy: size === 12 ? 'net' : 'org',
      }),
    }),
  ),
];

const turn = (name: string, second: Partial<Question>): MaliciousPattern => ({
  name: `rebinding ${name}`,
  family: 'rebinding',
  types: ['dns_rebinding'],
  perMinute: 12,
  count: 6,
  question: (_, n) => ({
    name: 'x.page-of-somebody.net',
    answers: ['45.9.9.9'],
    ttl: 1,
    ...(n % 2 === 1 ? second : {}),
  }),
});

/**
 * These patterns imitate the machines of an intruder. Each is asked by a client of its own; none of it is what
 * detectors were trained on.
 */
export const maliciousPatterns: readonly MaliciousPattern[] = [
  ...twoWay,
  ...downloads,
  ...uploads,
  ...generators,
  turn('to the network', { answers: ['192.168.1.1'] }),
  turn('to the own machine', { answers: ['127.0.0.1'] }),
  turn('to the own machine by AAAA', { type: 'AAAA', answers: ['::1'] }),
  turn('by turns with 0.0.0.0', { answers: ['0.0.0.0'] }),
  {
    name: 'polling one name for a staged download',
    family: 'tunnel',
    types: tunnels,
    perMinute: 60,
    count: 600,
    question: (random) => ({
      name: 'next.stage-store.net',
      type: 'TXT',
      answers: [`"${drawn(random, base32, 240)}"`],
      ttl: 0,
    }),
  },
  {
    name: 'two octets in the number of the type',
    family: 'tunnel',
    types: tunnels,
    perMinute: 20,
    count: 200,
    question: (random) => ({
      name: 'q.type-mirror.net',
      change: { queryType: 1 + random.below(65_000) },
    }),
  },
  {
    name: 'storm of missing hosts',
    family: 'storm',
    types: ['nxdomain_storm', 'random_subdomain_attack'],
    perMinute: 1_500,
    count: 3_000,
    question: (random) => ({
      name: `${word(random)}${random.below(1_000_000)}.victim-shop.net`,
      code: 'NXDOMAIN',
      deniedBy: 'victim-shop.net',
    }),
  },
  {
    name: 'water torture',
    family: 'storm',
    types: ['random_subdomain_attack'],
    perMinute: 3_000,
    count: 6_000,
    question: (random) => ({ name: `${drawn(random, letters, 8)}.victim-bank.net`, code: 'SERVFAIL' }),
  },
  {
    name: 'flood of forged answers',
    family: 'forgery',
    types: ['poisoning'],
    perMinute: 3_000,
    count: 3_000,
    question: (random) => ({ name: 'www.victim-bank.net', answers: [addressOf(random)], outcome: 'orphan' }),
  },
  ...intrusionPatterns,
];
