import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import mailauthDmarc from 'mailauth/lib/dmarc/index.js';
import { evaluateDmarc } from '../../../../../scanner/protocols/mail/dmarc/evaluate-dmarc.ts';
import { treeWalk } from '../../../../../scanner/protocols/mail/dmarc/tree-walk.ts';
import { resolveForMail } from '../../../../../scanner/protocols/mail/resolve-for-mail.ts';
import { nodeResolver } from '../../../../support/scans/node-resolver.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { dmarcCases } from './evaluate-cases.ts';

const { dmarc } = mailauthDmarc;

for (const one of dmarcCases) {
  test(`DMARC: ${one.title} (${one.rule})`, async (t) => {
    const from = one.from ?? 'example.com';
    const outcome = await evaluateDmarc({
      fromDomain: from,
      ...(one.spf !== undefined && { spf: { result: 'pass', domain: one.spf } }),
      dkim: (one.dkim ?? []).map((domain) => ({ result: 'pass', domain })),
      resolve: resolveForMail(recordedDns(one.zone), 'example.com'),
    });
    const { result, policy, recordDomain, organizationalDomain } = one;
    t.is(outcome.result, result);
    if (policy !== undefined) t.is(outcome.policy, policy);
    if (recordDomain !== undefined) t.is(outcome.recordDomain, recordDomain);
    if (organizationalDomain !== undefined && result !== 'none')
      t.is(outcome.organizationalDomain, organizationalDomain);
    t.deepEqual(await second(one.zone, from, one.spf, one.dkim), [
      outcome.result,
      outcome.result === 'none' || outcome.result === 'temperror' ? undefined : outcome.policy,
    ]);
  });
}

test('mail whose one aligned signature could not be checked is not failed', async (t) => {
  const resolve = resolveForMail(recordedDns('_dmarc.example.com TXT "v=DMARC1; p=reject"'), 'example.com');
  const request = { fromDomain: 'example.com', resolve };
  const dkim = [{ result: 'temperror', domain: 'example.com' }] as const;
  t.is((await evaluateDmarc({ ...request, dkim })).result, 'temperror');
  const other = [{ result: 'temperror', domain: 'example.org' }] as const;
  t.is((await evaluateDmarc({ ...request, dkim: other })).result, 'fail');
  t.is(
    (await evaluateDmarc({ ...request, spf: { result: 'temperror', domain: 'x.example.com' } })).result,
    'temperror',
  );
});

test('domains beyond ASCII are compared and asked for as A-labels (RFC 8616 section 6)', async (t) => {
  const dns = recordedDns('_dmarc.xn--bcher-kva.example TXT "v=DMARC1; p=reject"');
  const outcome = await evaluateDmarc({
    fromDomain: 'Bücher.example',
    dkim: [{ result: 'pass', domain: 'post.xn--bcher-kva.example' }],
    resolve: resolveForMail(dns, 'example.com'),
  });
  t.like(outcome, { result: 'pass', recordDomain: 'xn--bcher-kva.example' });
});

test('a walk asks for the names of RFC 9989 section 4.10, in their order', async (t) => {
  const dns = recordedDns('x.org TXT "x"');
  await treeWalk('a.b.c.d.e.f.g.h.i.j.mail.example.com', resolveForMail(dns, 'example.com'));
  t.deepEqual(
    dns.asked.map((question) => question.replace(/^_dmarc\.(.*) TXT$/, '$1')),
    [
      'a.b.c.d.e.f.g.h.i.j.mail.example.com',
      'g.h.i.j.mail.example.com',
      'h.i.j.mail.example.com',
      'i.j.mail.example.com',
      'j.mail.example.com',
      'mail.example.com',
      'example.com',
      'com',
    ],
  );
});

const tag = fc.constantFrom(
  'p=none',
  'p=quarantine',
  'p=reject',
  'sp=none',
  'sp=reject',
  'sp=bad',
  'np=reject',
  'np=none',
  'psd=y',
  'psd=n',
  'psd=u',
  't=y',
  't=n',
  'adkim=s',
  'aspf=s',
  'rua=mailto:a@b.c',
  'rua=nobody',
  'foo=bar',
  'P=reject',
  'pct=5',
  '',
  '=',
  'junk',
  'fo=1',
);
const record = fc
  .tuple(
    fc.constantFrom('v=DMARC1', 'v=DMARC1', 'v=DMARC1', 'v = DMARC1 ', 'v=dmarc1', 'DMARC1'),
    fc.array(tag, { maxLength: 5 }),
  )
  .map(([version, tags]) => [version, ...tags].join(';'));
const domain = fc.constantFrom(
  'a.mail.example.com',
  'mail.example.com',
  'example.com',
  'com',
  'ghost.example.com',
  'example.org',
);

test('any records mean to others what they mean here', async (t) => {
  const property = fc.asyncProperty(
    fc.array(fc.tuple(domain, record), { maxLength: 4 }),
    domain,
    fc.option(domain, { nil: undefined }),
    fc.array(domain, { maxLength: 2 }),
    async (records, from, spf, dkim) => {
      const zone = `mail.example.com A 192.0.2.1\n${records.map(([at, text]) => `_dmarc.${at} TXT "${text}"`).join('\n')}`;
      const outcome = await evaluateDmarc({
        fromDomain: from,
        ...(spf !== undefined && { spf: { result: 'pass', domain: spf } }),
        dkim: dkim.map((one) => ({ result: 'pass', domain: one })),
        resolve: resolveForMail(recordedDns(zone), 'example.com'),
      });
      const expected = [outcome.result, outcome.result === 'none' ? undefined : outcome.policy];
      return isDeepStrictEqual(await second(zone, from, spf, dkim), expected);
    },
  );
  await fc.assert(property, { numRuns: 400 });
  t.pass();
});

/** What another implementation makes of it: the result and the policy. */
async function second(
  zone: string,
  from: string,
  spf: string | undefined,
  dkim: readonly string[] = [],
): Promise<[string | undefined, string | undefined]> {
  const answer = await dmarc({
    strict: true,
    headerFrom: `someone@${from}`,
    spfDomains: spf === undefined ? [] : [spf],
    dkimDomains: dkim.map((domain) => ({ domain })),
    resolver: nodeResolver(recordedDns(zone)),
  });
  if (answer === false) return ['none', undefined];
  const { result } = answer.status;
  return [result, result === 'none' || result === 'temperror' ? undefined : answer.policy];
}
