import test from 'ava';
import fc from 'fast-check';
import { caaScanner } from '../../../../scanner/checks/caa/scan-caa.ts';
import { parseIssueValue } from '../../../../scanner/protocols/caa/issue-value.ts';
import { judgeIssuer } from '../../../../scanner/protocols/caa/judge-issuer.ts';
import { parseCaa } from '../../../../scanner/protocols/caa/parse-caa.ts';
import { caaData, genericData } from '../../../support/scans/generic-data.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts } from '../../../support/scans/scan-ports.ts';

async function scan(domain: string, zone: string) {
  const dns = recordedDns(zone);
  const part = await caaScanner.scan(domain, scanPorts({ dns }));
  return { ...part, asked: dns.asked, codes: part.findings.map(({ code }) => code) };
}

const caa = (flags: number, tag: string, value: string, name = 'example.com') =>
  `${name} CAA ${caaData(flags, tag, value)}`;
const listed = (...names: string[]) => `listed ${names.join(' ')}`.trim();

interface Case {
  readonly what: string;
  readonly rule: string;
  readonly zone: readonly string[];
  readonly domain?: string;
  readonly issuance: string;
  readonly wildcards?: string;
  readonly codes: readonly string[];
}

const base = 'RFC 8659 section';
const cases: readonly Case[] = [
  {
    what: 'nothing',
    rule: `${base} 3`,
    zone: ['example.com A 192.0.2.1'],
    issuance: 'anyone',
    codes: ['no_caa'],
  },
  {
    what: 'one issuer',
    rule: `${base} 4.2`,
    zone: [caa(0, 'issue', 'ca.example.net')],
    issuance: listed('ca.example.net'),
    codes: ['caa_restricts'],
  },
  {
    what: 'two issuers, in any case',
    rule: `${base} 4.2`,
    zone: [caa(0, 'ISSUE', 'CA.example.net'), caa(0, 'issue', 'ca2.example.org')],
    issuance: listed('ca.example.net', 'ca2.example.org'),
    codes: ['caa_restricts'],
  },
  {
    what: 'nobody',
    rule: `${base} 4.2`,
    zone: [caa(0, 'issue', ';')],
    issuance: 'nobody',
    codes: ['caa_restricts'],
  },
  {
    what: 'an empty value',
    rule: `${base} 4.2`,
    zone: [caa(0, 'issue', '')],
    issuance: 'nobody',
    codes: ['caa_restricts'],
  },
  {
    what: 'a malformed value counts as nobody',
    rule: `${base} 4.2`,
    zone: [caa(0, 'issue', '%%%%%')],
    issuance: 'nobody',
    codes: ['caa_restricts', 'caa_malformed_value'],
  },
  {
    what: 'a value with a malformed parameter',
    rule: `${base} 4.2`,
    zone: [caa(0, 'issue', 'ca.example.net; policy')],
    issuance: 'nobody',
    codes: ['caa_restricts', 'caa_malformed_value'],
  },
  {
    what: 'parameters',
    rule: `${base} 4.2`,
    zone: [caa(0, 'issue', 'ca.example.net; account=230123 ; x=y')],
    issuance: listed('ca.example.net'),
    codes: ['caa_restricts'],
  },
  {
    what: 'nobody beside somebody',
    rule: `${base} 4.2`,
    zone: [caa(0, 'issue', ';'), caa(0, 'issue', 'ca.example.net')],
    issuance: listed('ca.example.net'),
    codes: ['caa_restricts', 'caa_ineffective_denial'],
  },
  {
    what: 'wildcards for another',
    rule: `${base} 4.3`,
    zone: [caa(0, 'issue', 'a.example'), caa(0, 'issuewild', 'b.example')],
    issuance: listed('a.example'),
    wildcards: listed('b.example'),
    codes: ['caa_restricts'],
  },
  {
    what: 'no wildcards',
    rule: `${base} 4.3`,
    zone: [caa(0, 'issue', 'a.example'), caa(0, 'issuewild', ';')],
    issuance: listed('a.example'),
    wildcards: 'nobody',
    codes: ['caa_restricts'],
  },
  {
    what: 'wildcards alone restricted',
    rule: `${base} 4.3`,
    zone: [caa(0, 'issuewild', 'a.example')],
    issuance: 'anyone',
    wildcards: listed('a.example'),
    codes: ['caa_without_issue'],
  },
  {
    what: 'a report address alone',
    rule: `${base} 4.4`,
    zone: [caa(0, 'iodef', 'mailto:security@example.com')],
    issuance: 'anyone',
    codes: ['caa_without_issue'],
  },
  {
    what: 'a report address that is none',
    rule: `${base} 4.4`,
    zone: [caa(0, 'issue', 'a.example'), caa(0, 'iodef', 'security@example.com')],
    issuance: listed('a.example'),
    codes: ['caa_restricts', 'caa_bad_iodef'],
  },
  {
    what: 'an unknown property',
    rule: `${base} 4.1`,
    zone: [caa(0, 'issue', 'a.example'), caa(0, 'tbs', 'unknown')],
    issuance: listed('a.example'),
    codes: ['caa_restricts', 'caa_unknown_tag'],
  },
  {
    what: 'an unknown critical property',
    rule: `${base} 4.1`,
    zone: [caa(0, 'issue', 'a.example'), caa(128, 'tbs', 'unknown')],
    issuance: 'nobody',
    codes: ['caa_restricts', 'caa_unknown_critical'],
  },
  {
    what: 'a known critical property',
    rule: `${base} 4.1`,
    zone: [caa(128, 'issue', 'a.example')],
    issuance: listed('a.example'),
    codes: ['caa_restricts'],
  },
  {
    what: 'the flag 1 for critical',
    rule: `${base} 4.1`,
    zone: [caa(1, 'issue', 'a.example')],
    issuance: listed('a.example'),
    codes: ['caa_restricts', 'caa_reserved_flags'],
  },
  {
    what: 'mail certificates alone',
    rule: 'RFC 9495',
    zone: [caa(0, 'issuemail', ';')],
    issuance: 'anyone',
    codes: ['caa_without_issue'],
  },
  {
    what: 'an account',
    rule: 'RFC 8657 section 3',
    zone: [
      caa(0, 'issue', 'a.example; accounturi=https://a.example/acct/1; validationmethods=dns-01,http-01'),
    ],
    issuance: listed('a.example'),
    codes: ['caa_restricts'],
  },
  {
    what: 'two accounts in one property',
    rule: 'RFC 8657 section 3',
    zone: [caa(0, 'issue', 'a.example; accounturi=https://a.example/1; accounturi=https://a.example/2')],
    issuance: listed('a.example'),
    codes: ['caa_restricts', 'caa_unmeetable_parameters'],
  },
  {
    what: 'an account that is no URI',
    rule: 'RFC 8657 section 3',
    zone: [caa(0, 'issue', 'a.example; accounturi=12345')],
    issuance: listed('a.example'),
    codes: ['caa_restricts', 'caa_unmeetable_parameters'],
  },
  {
    what: 'an empty list of methods',
    rule: 'RFC 8657 section 4',
    zone: [caa(0, 'issue', 'a.example; validationmethods=')],
    issuance: listed('a.example'),
    codes: ['caa_restricts', 'caa_unmeetable_parameters'],
  },
  {
    what: 'a parent',
    rule: `${base} 3`,
    domain: 'a.b.example.com',
    zone: [caa(0, 'issue', 'a.example')],
    issuance: listed('a.example'),
    codes: ['caa_restricts'],
  },
  {
    what: 'the top-level domain',
    rule: `${base} 3`,
    zone: ['example.com A 192.0.2.1', caa(0, 'issue', 'a.example', 'com')],
    issuance: listed('a.example'),
    codes: ['caa_restricts'],
  },
  {
    what: 'the nearest counts',
    rule: `${base} 3`,
    domain: 'www.example.com',
    zone: [caa(0, 'issue', 'near.example', 'www.example.com'), caa(0, 'issue', 'far.example')],
    issuance: listed('near.example'),
    codes: ['caa_restricts'],
  },
  {
    what: 'an alias',
    rule: `${base} 3`,
    domain: 'www.example.com',
    zone: [
      'www.example.com CNAME site.example.net',
      caa(0, 'issue', 'target.example', 'site.example.net'),
      caa(0, 'issue', 'own.example'),
    ],
    issuance: listed('target.example'),
    codes: ['caa_restricts'],
  },
  {
    what: "an alias whose target's parent is of no account",
    rule: `${base} 3`,
    domain: 'www.example.com',
    zone: [
      'www.example.com CNAME site.example.net',
      'site.example.net A 192.0.2.1',
      caa(0, 'issue', 'not.example', 'example.net'),
      caa(0, 'issue', 'own.example'),
    ],
    issuance: listed('own.example'),
    codes: ['caa_restricts'],
  },
  {
    what: 'a record that is broken',
    rule: `${base} 4.1`,
    zone: [`example.com CAA ${genericData(Buffer.from('0009697373', 'hex'))}`, caa(0, 'issue', 'a.example')],
    issuance: listed('a.example'),
    codes: ['caa_restricts', 'caa_malformed_record'],
  },
  {
    what: 'no answer',
    rule: `${base} 3`,
    domain: 'www.example.com',
    zone: ['www.example.com CAA !timeout', caa(0, 'issue', 'a.example')],
    issuance: 'undetermined',
    codes: ['caa_unanswered'],
  },
  {
    what: 'no answer of a parent',
    rule: `${base} 3`,
    domain: 'www.example.com',
    zone: ['www.example.com A 192.0.2.1', 'example.com CAA !servfail'],
    issuance: 'undetermined',
    codes: ['caa_unanswered'],
  },
];

for (const { what, rule, zone, domain = 'example.com', issuance, wildcards, codes } of cases) {
  test(`${what} (${rule})`, async (t) => {
    const { result, codes: found, findings } = await scan(domain, zone.join('\n'));
    const text = ({ permits, issuers }: typeof result.issuance) =>
      permits === 'listed' ? listed(...issuers!.map((issuer) => issuer.domain)) : permits;
    t.is(text(result.issuance), issuance);
    t.is(text(result.wildcardIssuance), wildcards ?? issuance);
    t.deepEqual(found, [...codes]);
    for (const one of findings) t.regex(one.rule, /^RFC (?:8659|8657)/);
  });
}

test('a climb asks each name once and stops where records are', async (t) => {
  const { asked, result, errors } = await scan('a.b.example.com', caa(0, 'issue', 'x.example'));
  t.deepEqual(asked, ['a.b.example.com CAA', 'b.example.com CAA', 'example.com CAA']);
  t.is(result.foundAt, 'example.com');
  t.deepEqual(errors, []);
});

test('the authority of the certificate in use is held against the records', async (t) => {
  const { result } = await scan(
    'example.com',
    [caa(0, 'issue', 'letsencrypt.org'), caa(0, 'issuewild', ';')].join('\n'),
  );
  const own = { dnsNames: ['example.com'] };
  t.true(judgeIssuer('example.com', result, { ...own, issuer: "CN=R11,O=Let's Encrypt,C=US" }).permitted);
  const other = judgeIssuer('example.com', result, { ...own, issuer: 'CN=Sub CA,O=DigiCert Inc,C=US' });
  t.false(other.permitted);
  t.is(other.findings[0]?.advice, 'Add: CAA 0 issue "digicert.com".');
  t.is(judgeIssuer('example.com', result, { ...own, issuer: 'CN=Own,O=Nobody knows' }).permitted, null);
  t.false(
    judgeIssuer('a.example.com', result, { dnsNames: ['*.example.com'], issuer: "O=Let's Encrypt" })
      .permitted,
  );
  const open = await scan('example.com', 'example.com A 192.0.2.1');
  t.true(judgeIssuer('example.com', open.result, { ...own, issuer: 'O=Nobody knows' }).permitted);
});

test('no octets and no text make the readers stumble', (t) => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      (octets, text) => {
        parseCaa(octets);
        parseIssueValue(text);
        parseIssueValue(`ca.example;${text}`);
      },
    ),
    { numRuns: 2_000 },
  );
  t.false(parseIssueValue(`${'a-'.repeat(5_000)};`).wellFormed);
});
