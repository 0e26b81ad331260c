import test from 'ava';
import type { MxResult } from '../../../../scanner/checks/mx/mx-result.ts';
import { mxScanner } from '../../../../scanner/checks/mx/scan-mx.ts';
import { checkScan, type ScanCase } from '../../../support/scans/mail-world.ts';

const two = 'a.example.com A 192.0.2.1\na.example.com AAAA 2001:db8::1\nb.example.com A 192.0.2.2';

const cases: readonly ScanCase<MxResult>[] = [
  {
    title: 'two exchangers',
    zone: `example.com MX 20 b.example.com\nexample.com MX 10 a.example.com\n${two}`,
    result: { valid: true, nullMx: false, details: '2 mail exchangers with addresses.' },
    findings: ['pass:exchangers RFC 5321 section 5.1'],
  },
  {
    title: 'a null MX',
    zone: 'example.com MX 0 .',
    result: { valid: true, nullMx: true },
    findings: ['pass:null_mx RFC 7505 section 3'],
  },
  {
    title: 'a null MX with a preference',
    zone: 'example.com MX 10 .',
    result: { valid: true, nullMx: true },
    findings: ['pass:null_mx', 'warning:null_mx_preference RFC 7505 section 3'],
  },
  {
    title: 'a null MX beside another',
    zone: `example.com MX 0 .\nexample.com MX 10 a.example.com\n${two}`,
    result: { valid: false, nullMx: true, details: '2 MX records, of which one is a null MX.' },
    findings: ['fail:null_mx_beside_others RFC 7505 section 3'],
  },
  {
    title: 'no MX and an address',
    zone: 'example.com A 192.0.2.1',
    result: { valid: true, implicit: true },
    findings: ['info:implicit_mx RFC 5321 section 5.1'],
  },
  {
    title: 'neither MX nor address',
    zone: 'example.com TXT "x"',
    result: { valid: true, exchangers: [] },
    findings: ['info:no_mail'],
  },
  {
    title: 'an alias',
    zone: `example.com MX 10 m.example.com\nm.example.com CNAME a.example.com\n${two}`,
    result: { valid: true },
    findings: ['fail:mx_to_alias RFC 2181 section 10.3'],
  },
  {
    title: 'an address',
    zone: `example.com MX 10 192.0.2.1\nexample.com MX 20 a.example.com\n${two}`,
    result: { valid: true },
    findings: ['fail:mx_to_address RFC 1035 section 3.3.9'],
  },
  {
    title: 'an address alone',
    zone: 'example.com MX 10 192.0.2.1',
    result: { valid: false },
    findings: ['fail:mx_to_address', 'fail:no_address RFC 5321 section 5.1'],
  },
  {
    title: 'a host without address',
    zone: `example.com MX 10 gone.example.com\nexample.com MX 20 a.example.com\n${two}`,
    result: { valid: true, details: '2 mail exchangers: 1 with addresses.' },
    findings: ['fail:exchanger_without_address RFC 5321 section 5.1'],
  },
  {
    title: 'no host has an address',
    zone: 'example.com MX 10 gone.example.com',
    result: { valid: false, details: '1 mail exchanger, but none has an address.' },
    findings: ['fail:exchanger_without_address', 'fail:no_address'],
  },
  {
    title: 'a private address',
    zone: 'example.com MX 10 a.example.com\na.example.com A 10.0.0.1',
    findings: ['fail:local_address RFC 6890 section 2.2'],
  },
  {
    title: 'one address',
    zone: 'example.com MX 10 a.example.com\na.example.com A 192.0.2.1',
    findings: ['info:single_exchanger', 'info:no_ipv6'],
  },
  {
    title: 'the same host twice',
    zone: `example.com MX 10 a.example.com\nexample.com MX 20 a.example.com\n${two}`,
    findings: ['info:repeated_exchanger'],
  },
  {
    title: 'the lookup fails',
    zone: 'example.com MX !timeout',
    result: { valid: null },
    findings: ['unknown:unanswered'],
    errors: ['timeout'],
  },
  {
    title: 'the addresses are not known',
    zone: 'example.com MX 10 a.example.com\na.example.com ANY !servfail',
    result: { valid: null, details: '1 mail exchanger, whose addresses could not be looked up.' },
    findings: ['unknown:unanswered_exchanger'],
    errors: ['server_failure'],
  },
  {
    title: 'forty exchangers',
    zone: `${Array.from({ length: 40 }, (_, n) => `example.com MX ${n} a${n}.example.com`).join('\n')}\n*.example.com A 192.0.2.1\n*.example.com AAAA 2001:db8::1`,
    result: { valid: true, details: '40 mail exchangers: 10 of the 10 that were looked up with addresses.' },
    findings: ['info:many_exchangers'],
  },
];

for (const one of cases) test(`MX: ${one.title}`, (t) => checkScan(t, mxScanner, one).then(() => {}));

test('exchangers are told by preference, with their addresses', async (t) => {
  const { result } = await checkScan(t, mxScanner, cases[0]!);
  t.deepEqual(result.exchangers, [
    { host: 'a.example.com', preference: 10, addresses: ['192.0.2.1', '2001:db8::1'], alias: null },
    { host: 'b.example.com', preference: 20, addresses: ['192.0.2.2'], alias: null },
  ]);
});
