import test from 'ava';
import { createChecks } from '../../../scanner/checks/create-checks.ts';
import type { DnsFailure } from '../../../scanner/ports/dns-answer.ts';
import type { DnsResolution } from '../../../scanner/ports/dns-resolution.ts';
import { domainScanResult } from '../../../scanner/result/domain-scan-result.ts';
import { runScan } from '../../../scanner/run/run-scan.ts';
import { recordTypes } from '../../../shared/dns/record-types.ts';
import type { DomainScanAnswer } from '../../../shared/schemas/domain-scan.ts';
import { offlineWorld } from '../../support/scans/offline-world.ts';
import { type RecordedDns, recordedDns } from '../../support/scans/recorded-dns.ts';
import { systemRandom } from '../../support/system-random.ts';

const checks = createChecks({
  roots: [],
  propagationResolvers: ['192.0.2.53'],
  blocklists: ['list.example.net'],
  certificateSearch: 'https://logs.example.net/?q={domain}',
  registrations: {
    find: async () => ({
      answer: { state: 'unknown' },
      failures: [{ source: 'rdap', code: 'timeout', message: 'Nobody answered.' }],
    }),
  },
});

async function scan(dns: DnsResolution): Promise<DomainScanAnswer> {
  const faults: string[] = [];
  const done = await runScan(
    {
      domain: 'example.com',
      scanners: checks.map(({ scanner }) => scanner),
      trigger: 'request',
      budget: 30_000,
    },
    {
      openScan: (signal) => offlineWorld(signal, dns),
      clock: Date,
      random: systemRandom,
      onFault: (check, error) => faults.push(`${check}: ${(error as Error).stack}`),
    },
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const { parts, startedAt: at, milliseconds, domain } = done;
  return JSON.parse(JSON.stringify(domainScanResult({ domain, parts, at, milliseconds })));
}

/** The same DNS, in which these questions fail: those that `name TYPE` says, or all. */
function failing(
  dns: RecordedDns,
  how: DnsFailure | 'servfail',
  which: (question: string) => boolean = () => true,
): DnsResolution {
  const refuse = (question: { name: string; type: number }) => ({
    ...{ question, authoritative: false, truncated: false, authenticData: false, recursionAvailable: true },
    ...{
      answer: [],
      authority: [],
      additional: [],
      extendedErrors: [],
      server: '',
      milliseconds: 0,
      size: 0,
    },
    transport: 'udp' as const,
    responseCode: how === 'servfail' ? 2 : undefined,
    ...(how !== 'servfail' && { failure: how, failureMessage: 'Nobody answered.' }),
  });
  const nameOf = (type: number) =>
    Object.entries(recordTypes).find(([, number]) => number === type)?.[0] ?? String(type);
  return {
    questionsAsked: 1,
    resolve: async (name, type, options) =>
      which(`${name} ${nameOf(type)}`)
        ? (refuse({ name, type }) as never)
        : await dns.resolve(name, type, options),
    ask: async (server, question, options) =>
      which(`${question.name} ${nameOf(question.type)}`)
        ? (refuse(question) as never)
        : await dns.ask(server, question, options),
    zoneOf: async (name, options) =>
      which(`${name} SOA`)
        ? { apex: undefined, parent: undefined, delegated: [], own: [] }
        : await dns.zoneOf(name, options),
  };
}

/** Each leaf of an answer by its path; an empty list or object is one. */
function leaves(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return new Map([[path, value]]);
  return new Map(Object.entries(value).flatMap(([key, part]) => [...leaves(part, `${path}/${key}`)]));
}

/** What says something of the asking, or of a list that another field says is unknown, and nothing of the domain. */
const ofTheScan = [
  /^\/(?:cached|scan_duration_ms|dns_questions)$/,
  /^\/checks\/[^/]+\/duration_ms$/,
  /^\/checks\/dkim\/result\/tried$/,
  // Each of these sets has null for its values.
  /^\/checks\/records\/result\/record_sets\/\d+\/truncated$/,
  /^\/checks\/blocklists\/result\/lists\/\d+\/codes$/,
];

function readsAsFinding(value: unknown): boolean {
  return value === false || value === 0 || value === true || (typeof value === 'object' && value !== null);
}

for (const how of ['timeout', 'unreachable', 'malformed', 'lame', 'servfail'] as const) {
  test(`a network that answers nothing (${how}) leaves nothing that reads as a finding`, async (t) => {
    const isSaid = how === 'lame' || how === 'servfail';
    const answer = await scan(failing(recordedDns(''), how));
    const told = [...leaves(answer)].filter(
      ([path, value]) =>
        !path.startsWith('/errors') &&
        !path.startsWith('/findings') &&
        readsAsFinding(value) &&
        !ofTheScan.some((allowed) => allowed.test(path)),
    );
    t.deepEqual(told, []);
    t.deepEqual(
      // A lame delegation, and servers that say that they fail, are a finding of themselves.
      answer.findings.filter(({ status, code }) => status !== 'unknown' && !(isSaid && code === 'no_zone')),
      [],
    );
    t.true(answer.errors.length > 0);
  });
}

const whole = `
example.com SOA ns1.example.net. admin.example.net. 1 7200 3600 1209600 300
example.com NS ns1.example.net.
example.com A 192.0.2.1
example.com AAAA 2001:db8::1
example.com MX 10 mail.example.com.
example.com TXT "v=spf1 mx include:spf.example.net -all"
example.com TXT "google-site-verification=wD8N7i1JTNTkezJ49swvWW48f8_9xveREV4oB-0Hf5o"
spf.example.net TXT "v=spf1 ip4:192.0.2.0/24 -all"
mail.example.com A 192.0.2.25
_dmarc.example.com TXT "v=DMARC1; p=reject; rua=mailto:reports@example.com"
_mta-sts.example.com TXT "v=STSv1; id=20260301"
_smtp._tls.example.com TXT "v=TLSRPTv1; rua=mailto:tls@example.com"
default._bimi.example.com TXT "v=BIMI1; l=; a="
_25._tcp.mail.example.com TLSA 3 1 1 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
$secure example.com
`;

/** Where fewer facts make another one of the same kind right. */
const follows = [
  /\/details$/,
  /\/message$/,
  /_details$/,
  /^\/errors/,
  /^\/findings/,
  /duration_ms$/,
  /scanned_at$/,
];

test('one question that is not answered makes no field say no, and nothing there seem absent', async (t) => {
  const dns = recordedDns(whole);
  const complete = await scan(dns);
  t.is(complete.spf_valid, true);
  t.is(complete.dmarc_valid, true);
  const before = leaves(complete);
  const findings = new Set(complete.findings.map(({ check, code, status }) => `${check} ${code} ${status}`));
  const questions = [...new Set(dns.asked)].filter((question) => !question.includes('@'));
  t.true(questions.length > 30);
  const wrong: string[] = [];
  for (const question of questions) {
    const partial = await scan(failing(recordedDns(whole), 'timeout', (asked) => asked === question));
    for (const [path, value] of leaves(partial)) {
      if ([...ofTheScan, ...follows].some((allowed) => allowed.test(path))) continue;
      const isEmpty = typeof value === 'object' && value !== null;
      const was = before.get(path);
      const hadMore = isEmpty && [...before.keys()].some((known) => known.startsWith(`${path}/`));
      if ((value === false && was !== false) || hadMore)
        wrong.push(
          `${question}: ${path} was ${hadMore ? 'filled' : JSON.stringify(was)}, is ${JSON.stringify(value)}`,
        );
    }
    for (const { check, code, status } of partial.findings) {
      if (status === 'unknown' || status === 'info') continue;
      if (!findings.has(`${check} ${code} ${status}`))
        wrong.push(`${question}: ${check} finds ${status} ${code}`);
    }
  }
  t.deepEqual(wrong, []);
});
