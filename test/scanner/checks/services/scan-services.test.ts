import test from 'ava';
import fc from 'fast-check';
import { mailSenders } from '../../../../scanner/checks/services/mail-senders.ts';
import { servicesScanner } from '../../../../scanner/checks/services/scan-services.ts';
import { sourceOf } from '../../../../scanner/checks/services/service-rule.ts';
import { txtPatterns } from '../../../../scanner/checks/services/txt-patterns.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts } from '../../../support/scans/scan-ports.ts';

async function scan(...texts: string[]) {
  const zone = texts.map((text) => `example.com TXT "${text.replaceAll(/["\\]/g, '\\$&')}"`).join('\n');
  return servicesScanner.scan('example.com', scanPorts({ dns: recordedDns(zone) }));
}
const names = (part: Awaited<ReturnType<typeof scan>>) =>
  part.result.services!.map(({ provider, kind }) => `${kind} ${provider}`);

/** Records as they stand in real zones, tokens changed. */
const samples: readonly (readonly [string, string])[] = [
  ['google-site-verification=wD8N7i1JTNTkezJ49swvWW48f8_9xveREV4oB-0Hf5o', 'Google'],
  ['MS=ms12345678', 'Microsoft 365'],
  ['facebook-domain-verification=22rm551cu4k0ab0bxsw536tlds4h95', 'Facebook'],
  [
    'atlassian-domain-verification=5YjTmWmjI92ewqkx2oXmBaD60Td9zWon9r6eakvHX6B77zzkFQto8PQ9QsKnbf4I',
    'Atlassian',
  ],
  ['docusign=05958488-4752-4ef2-95eb-aa7ba8a3bd0e', 'DocuSign'],
  ['apple-domain-verification=30afIBcvSuDV2PLX', 'Apple'],
  ['ZOOM_verify_abcDEF123456', 'Zoom'],
  ['yandex-verification: 0123456789abcdef', 'Yandex'],
  ['stripe-verification=f88ef17321660a01bab1660454192e014defa29ba7b8de9633c69d6b4912217f', 'Stripe'],
  ['pardot326621=b26a7b44d7c73d119ef9dfd1a24d93c77d583ac50ba4ecedd899a9134734403b', 'Pardot'],
  ['openai-domain-verification=dv-abcdefghijkl', 'OpenAI'],
  ['mailru-verification: 0123456789abcdef', 'Mail.ru'],
];

for (const [record, provider] of samples) {
  test(`${provider} is known by its record`, async (t) => {
    t.deepEqual(names(await scan(record)), [`verification ${provider}`]);
  });
}

test('what only holds a prefix, or hangs on to one, is no proof', async (t) => {
  for (const [record] of samples) {
    t.deepEqual(names(await scan(`x${record}`)), []);
    t.deepEqual(names(await scan(`${record} and more`)), []);
  }
  t.deepEqual(
    names(await scan('google-site-verification=', 'MS=', 'not-google-site-verification=abcdef')),
    [],
  );
});

test('an SPF record tells who sends mail', async (t) => {
  const part = await scan(
    'v=spf1 include:_spf.google.com include:spf.protection.outlook.com ~include:u1.wl.sendgrid.net -all',
  );
  t.deepEqual(names(part), [
    'mail_sender Google Workspace',
    'mail_sender Microsoft 365',
    'mail_sender SendGrid',
  ]);
  t.deepEqual(names(await scan('v=spf10 include:_spf.google.com', 'x include:_spf.google.com')), []);
  t.deepEqual(names(await scan('v=spf1 include:evil-amazonses.com -all')), []);
});

test('records in several strings are one', async (t) => {
  const zone = 'example.com TXT "google-site-" "verification=abcdefgh"';
  const part = await servicesScanner.scan('example.com', scanPorts({ dns: recordedDns(zone) }));
  t.deepEqual(names(part), ['verification Google']);
});

test('no answer is an error', async (t) => {
  const part = await servicesScanner.scan(
    'example.com',
    scanPorts({ dns: recordedDns('example.com TXT !timeout') }),
  );
  t.like(part.errors[0], { source: 'services', code: 'timeout' });
  t.deepEqual(part.findings, []);
});

test('the table knows at least sixty providers, each pattern being of the whole text', (t) => {
  t.true(new Set(txtPatterns.map(({ provider }) => provider)).size >= 60);
  t.true(mailSenders.length >= 20);
  for (const { pattern } of txtPatterns) t.regex(pattern.source, /^\^.*\$$/);
});

test('each rule says where it is from, on what terms, and whether that was confirmed', (t) => {
  const rules = [...txtPatterns, ...mailSenders];
  for (const { provider, source, confirmed, terms } of rules) {
    const { protocol, pathname, search, hash } = new URL(source);
    t.is(protocol, 'https:', provider);
    t.is(search + hash, '', provider);
    // A page that shows the rule is more than a site.
    if (confirmed) t.true(pathname.length > 1, `${provider}: ${source}`);
    t.is(terms, 'facts_only');
  }
  t.true(rules.some(({ confirmed }) => confirmed) && rules.some(({ confirmed }) => !confirmed));
});

test('a service comes with the source of its rule, prefix by prefix', async (t) => {
  const { result } = await scan(
    'adobe-idp-site-verification=0123456789abcdef',
    'apple-domain=0123456789abcdef',
    'v=spf1 include:_spf.protonmail.ch -all',
  );
  t.deepEqual(
    result.services!.map(({ provider, confirmed, source }) => [provider, confirmed, new URL(source).host]),
    [
      ['Adobe', true, 'helpx.adobe.com'],
      ['Apple', false, 'support.apple.com'],
      ['Proton', true, 'protonmail.com'],
    ],
  );
  for (const service of result.services!) {
    t.is(sourceOf(service)?.source, service.source);
    t.is(sourceOf({ ...service, provider: 'Another' }), undefined);
  }
});

test("a prefix that is too short to be one provider's own tells nothing", async (t) => {
  t.deepEqual(names(await scan('asv=0123456789abcdef', 'MS=0123456789abcdef', 'ms=mscotland')), []);
});

test('no text takes long', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const { pattern } of txtPatterns) pattern.test(text);
    }),
    { numRuns: 200 },
  );
  const part = await scan(
    ...Array.from({ length: 30 }, (_, n) => `${'a'.repeat(200)}=${n}`),
    `MS=ms${'1'.repeat(60)}`,
  );
  t.deepEqual(
    part.findings.map(({ code }) => code),
    ['services_told', 'many_txt_records'],
  );
});
