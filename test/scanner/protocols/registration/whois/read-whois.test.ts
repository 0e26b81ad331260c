import test from 'ava';
import fc from 'fast-check';
import { readReferral, readWhois } from '../../../../../scanner/protocols/registration/whois/read-whois.ts';
import { recordedAnswers } from './answers/index.ts';
import { wanted } from './answers/recorded-answer.ts';
import { measureFields } from './measure-fields.ts';
import { absentForms, limitedForms, otherForms } from './refusals.ts';
import { absentAnswers, registryAnswers } from './registry-answers.ts';

const generic = `
   Domain Name: SHOP.EXAMPLE
   Registry Domain ID: 42_DOMAIN-LAB
   Updated Date: 2025-01-02T03:04:05Z
   Creation Date: 2015-03-01T10:00:00Z
   Registry Expiry Date: 2030-03-01T10:00:00Z
   Registrar: Lab Registrar, Inc.
   Registrar IANA ID: 9999
   Registrar Abuse Contact Email: abuse@registrar.example
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Domain Status: serverDeleteProhibited https://icann.org/epp#serverDeleteProhibited
   Registrant Organization: REDACTED FOR PRIVACY
   Registrant Country: NZ
   Name Server: NS2.SHOP.EXAMPLE
   Name Server: NS1.SHOP.EXAMPLE
   DNSSEC: signedDelegation
>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<
`;

const indented = `
    Domain name:
        shop.example

    Registrar:
        Lab Registrar Ltd [Tag = LAB]
        URL: https://registrar.example

    Relevant dates:
        Registered on: 01-Mar-2015
        Expiry date:  01-Mar-2030

    Name servers:
        ns1.shop.example 192.0.2.1
        ns2.shop.example
`;

const terse = `% Terms: query limit applies
domain:   shop.example
nserver:  ns1.shop.example.
state:    REGISTERED, DELEGATED
created:  2015-03-01T10:00:00Z
paid-till: 2030-03-01T10:00:00Z

contact:  somebody
created:  2001-01-01
`;

const bracketed = `[Domain Name]                   SHOP.EXAMPLE
[Created on]                    2015/03/01
[Expires on]                    2030/03/01
[Status]                        Active
[Name Server]                   ns1.shop.example
`;

for (const [name, { text, domain = 'shop.example', expected }] of Object.entries(registryAnswers)) {
  test(`${name} are read for what they say, and nothing else`, (t) => {
    const reading = readWhois(text, domain);
    if (!('facts' in reading)) return t.fail(JSON.stringify(reading));
    const { registrarName, ...facts } = expected;
    t.like(reading.facts, facts);
    if (registrarName !== undefined) t.is(reading.facts.registrar?.name ?? null, registrarName);
  });
}

test('that nobody has a domain is no complaint about too many questions', (t) => {
  for (const text of absentAnswers) t.deepEqual(readWhois(text, 'shop.example'), { absent: true });
  t.like(readWhois('Query rate limit exceeded. Try again later.', 'shop.example'), { code: 'limited' });
});

test('of the answers of many registries each field is read, and none wrong', (t) => {
  t.true(Object.keys(recordedAnswers).length >= 60);
  for (const { field, told, read, wrong, missed } of measureFields()) {
    t.deepEqual(wrong, [], field);
    t.true(read / told >= 0.95, `${field}: ${missed.join(', ')}`);
  }
});

test('answers without a domain are told apart in the words of many registries', (t) => {
  const domainIn = (text: string) => /example\.[a-z]{2,3}(?:\.[a-z]{2})?/.exec(text)?.[0] ?? 'example.com';
  for (const text of absentForms) t.deepEqual(readWhois(text, domainIn(text)), { absent: true }, text);
  for (const text of limitedForms) t.like(readWhois(text, domainIn(text)), { code: 'limited' }, text);
  for (const text of otherForms) t.like(readWhois(text, domainIn(text)), { code: 'malformed' }, text);
});

test('where a day or an organization is missing, nobody else’s stands in for it', (t) => {
  // Each answer without each of these lines: what is read then is told, or nothing.
  for (const [form, { text, domain, told }] of Object.entries(recordedAnswers)) {
    const lines = text.split('\n');
    for (const [at, line] of lines.entries()) {
      if (!/(?:19|20)\d\d|^\W{0,9}(?:org|owner|company)|organi[sz]ation/i.test(line)) continue;
      const reading = readWhois(lines.toSpliced(at, 1).join('\n'), domain);
      if (!('facts' in reading)) continue;
      const { registeredAt, expiresAt, registrant } = reading.facts;
      const wants = wanted(told);
      t.true([null, wants.registered].includes(registeredAt), `${form} without ${line}: ${registeredAt}`);
      t.true([null, wants.expires].includes(expiresAt), `${form} without ${line}: ${expiresAt}`);
      const organization = registrant?.organization ?? null;
      t.true([null, wants.organization].includes(organization), `${form} without ${line}: ${organization}`);
    }
  }
});

test('answers of the common forms are read', (t) => {
  t.deepEqual(readWhois(generic, 'shop.example'), {
    facts: {
      domain: 'shop.example',
      handle: '42_DOMAIN-LAB',
      registrar: {
        name: 'Lab Registrar, Inc.',
        ianaId: 9_999,
        abuseEmail: 'abuse@registrar.example',
        abusePhone: null,
      },
      registeredAt: '2015-03-01T10:00:00.000Z',
      updatedAt: '2025-01-02T03:04:05.000Z',
      expiresAt: '2030-03-01T10:00:00.000Z',
      status: ['clientTransferProhibited', 'serverDeleteProhibited'],
      nameServers: ['ns1.shop.example', 'ns2.shop.example'],
      dnssecSigned: true,
      registrant: { organization: null, country: 'NZ' },
      redacted: [],
    },
  });
  for (const text of [indented, terse, bracketed, indented.replaceAll('\n', '\r\n')]) {
    const reading = readWhois(text, 'shop.example');
    if (!('facts' in reading)) return t.fail(JSON.stringify(reading));
    t.regex(reading.facts.registeredAt!, /^2015-03-01/);
    t.regex(reading.facts.expiresAt!, /^2030-03-01/);
    t.is(reading.facts.nameServers?.[0], 'ns1.shop.example');
  }
  t.like(readWhois(indented, 'shop.example'), { facts: { registrar: { name: 'Lab Registrar Ltd' } } });
});

test('none, too many questions and another answer are told apart', (t) => {
  for (const text of [
    'No match for "SHOP.EXAMPLE".',
    'NOT FOUND\r\n',
    '%% No entries found in the database',
    'Domain: shop.example\nStatus: free\n',
    'Domain Name: shop.example\nDomain Status: No Object Found\n',
    'shop.example is free',
    'Domain not found.',
  ])
    t.deepEqual(readWhois(text, 'shop.example'), { absent: true }, text);
  for (const text of [
    'Query rate limit exceeded. Try again later.',
    '%ERROR:201: access denied\n% You have exceeded your query limit',
    'Too many requests from your network',
  ])
    t.like(readWhois(text, 'shop.example'), { code: 'limited' }, text);
  for (const text of [
    '',
    generic.replace('SHOP', 'OTHER'),
    '<html>hello</html>',
    'Domain Name: notshop.example',
  ])
    t.like(readWhois(text, 'shop.example'), { code: 'malformed' }, text);
});

test('the root refers to the server of a top-level domain', (t) => {
  t.is(
    readReferral('refer: whois.a.example\n\ndomain: EXAMPLE\nwhois: whois.b.example\n'),
    'whois.b.example',
  );
  t.is(readReferral('refer: whois.a.example'), 'whois.a.example');
  for (const text of ['', 'whois:', 'whois: 127.0.0.1', 'whois: http://a.example/', 'whois: a b'])
    t.is(readReferral(text), undefined, text);
});

test('no text makes it throw', (t) => {
  const lines = [
    ...generic.split('\n'),
    ...indented.split('\n'),
    ...terse.split('\n'),
    ...bracketed.split('\n'),
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...lines), fc.string()), { maxLength: 60 }), (some) => {
      const reading = readWhois(some.join('\n'), 'shop.example');
      t.is(Object.keys(reading).length > 0, true);
      readReferral(some.join('\n'));
    }),
    { numRuns: 1_000 },
  );
});

test('answers of one thing over and over are read as fast as others', (t) => {
  // Where each place were looked at from each other place, this would take a minute.
  for (const piece of ['\n', '\r\n', '#\n', '> ', 'rate ', 'query limit ', 'a:\n']) {
    const text = piece.repeat(65_000 / piece.length);
    for (let time = 0; time < 3; time++) t.true(Object.keys(readWhois(text, 'shop.example')).length > 0);
  }
});
