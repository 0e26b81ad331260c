import test from 'ava';
import fc from 'fast-check';
import { spf } from 'mailauth/lib/spf/index.js';
import { resolveForMail } from '../../../../../scanner/protocols/mail/resolve-for-mail.ts';
import { checkHost } from '../../../../../scanner/protocols/mail/spf/check-host.ts';
import { nodeResolver } from '../../../../support/scans/node-resolver.ts';
import { type RecordedDns, recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { evaluationCases } from './check-host-evaluation-cases.ts';
import { recordCases } from './check-host-record-cases.ts';

for (const one of [...recordCases, ...evaluationCases]) {
  test(`check_host: ${one.title} (${one.rule})`, async (t) => {
    const zone = one.zone.includes('\n') ? one.zone : `e.example.com TXT "${one.zone}"`;
    const request = {
      ip: one.ip ?? '192.0.2.1',
      sender: one.sender ?? 'foo@e.example.com',
      helo: one.helo ?? 'mail.example.com',
      receiver: 'mail.receiver.example',
    };
    const outcome = await checkHost({
      ...request,
      resolve: resolveForMail(recordedDns(zone), 'example.com'),
    });
    t.is(outcome.result, one.result, outcome.problem?.message);
    t.is(outcome.explanation, one.explanation);
    if (outcome.result === 'permerror' || outcome.result === 'temperror') t.truthy(outcome.problem?.rule);

    t.is(await second(request, recordedDns(zone)), one.result, 'the second opinion');
  });
}

/** What another implementation makes of it. */
async function second(
  { ip, sender, helo, receiver }: { ip: string; sender: string; helo: string; receiver: string },
  dns: RecordedDns,
): Promise<string> {
  const { status } = await spf({
    strict: true,
    ip,
    sender,
    helo,
    mta: receiver,
    resolver: nodeResolver(dns),
  });
  return status.result;
}

const domain = fc.constantFrom(
  'a.example.com',
  'i.example.com',
  'j.example.com',
  'm.example.com',
  '%{d}',
  '%{l}.example.com',
  '%{ir}.x.%{d2}',
  'slow.example.com',
  'nowhere.example.com',
  'museum',
  '%{z}',
  'x..example.com',
  '%{p}',
  '%{h}',
  'e.example.com.',
);
const prefix = fc.constantFrom('', '', '', '/24', '/0', '//64', '/8//0', '/33', '/024', '//129');
const qualifier = fc.constantFrom('', '', '+', '-', '~', '?', '!');
const mechanism = fc.oneof(
  fc.constantFrom(
    'all',
    'a',
    'mx',
    'ptr',
    'ip4:192.0.2.1',
    'ip4:192.0.2.0/24',
    'ip6:2001:db8::/32',
    'ip4:192.0.2',
    'ip6',
    'All',
  ),
  fc
    .tuple(fc.constantFrom('a', 'mx', 'A', 'MX'), domain, prefix)
    .map(([name, target, bits]) => `${name}:${target}${bits}`),
  fc
    .tuple(fc.constantFrom('include', 'exists', 'ptr', 'Include'), domain)
    .map(([name, target]) => `${name}:${target}`),
);
const modifier = fc
  .tuple(fc.constantFrom('redirect', 'exp', 'foo'), domain)
  .map(([name, target]) => `${name}=${target}`);
const term = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(qualifier, mechanism).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: modifier },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[^!#-[\]-~]/g, '')) },
);
const record = fc.array(term, { maxLength: 7 }).map((terms) => ['v=spf1', ...terms].join(' '));

test('any record means to others what it means here', async (t) => {
  const property = fc.asyncProperty(record, record, record, fc.boolean(), async (e, i, j, six) => {
    const zone = `e.example.com TXT "${e}"\ni.example.com TXT "${i}"\nj.example.com TXT "${j}"
      a.example.com A 192.0.2.1\na.example.com AAAA 2001:db8::1\nm.example.com MX 5 a.example.com
      m.example.com MX 6 b.example.com\nb.example.com A 198.51.100.1\n*.x.example.com A 127.0.0.2
      slow.example.com ANY !timeout\n1.2.0.192.in-addr.arpa PTR a.example.com`;
    const request = {
      ip: six ? '2001:db8::1' : '192.0.2.1',
      sender: 'foo@e.example.com',
      helo: 'mail.example.com',
      receiver: 'r.example',
    };
    const outcome = await checkHost({
      ...request,
      resolve: resolveForMail(recordedDns(zone), 'example.com'),
    });
    return outcome.result === (await second(request, recordedDns(zone)));
  });
  await fc.assert(property, { numRuns: 400 });
  t.pass();
});
