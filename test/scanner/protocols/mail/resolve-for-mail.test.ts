import test from 'ava';
import { resolveForMail } from '../../../../scanner/protocols/mail/resolve-for-mail.ts';
import { checkHost } from '../../../../scanner/protocols/mail/spf/check-host.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';

const zone = String.raw`example.com MX 10 foo:bar/baz\032x\195\092.example.com
  example.com MX 20 dot\.ted.example.com
  foo:bar/baz\032x\195\092.example.com A 192.0.2.1
  1.2.0.192.in-addr.arpa PTR a\032b.example.com
  a\032b.example.com A 192.0.2.1
  example.com TXT "v=spf1 mx -all"
  p.example.com TXT "v=spf1 ptr:example.com -all"`;

test('labels hold any octet, a character for each (RFC 2181 section 11)', async (t) => {
  const resolve = resolveForMail(recordedDns(zone), 'example.com');
  const mx = await resolve('example.com', 'MX');
  t.deepEqual(mx, {
    status: 'found',
    values: ['foo:bar/baz x\u00c3\\.example.com', String.raw`dot\.ted.example.com`],
  });
  t.deepEqual(await resolve('foo:bar/baz x\u00c3\\.example.com', 'A'), {
    status: 'found',
    values: ['192.0.2.1'],
  });
  t.deepEqual(await resolve('1.2.0.192.in-addr.arpa', 'PTR'), {
    status: 'found',
    values: ['a b.example.com'],
  });
  t.deepEqual(await resolve(`${'l'.repeat(64)}.example.com`, 'A'), { status: 'nxdomain' });
});

test('what exchangers and pointers name is asked for as it is', async (t) => {
  const resolve = resolveForMail(recordedDns(zone), 'example.com');
  const check = (sender: string) => checkHost({ ip: '192.0.2.1', sender, helo: 'h.example.com', resolve });
  t.is((await check('a@example.com')).result, 'pass');
  t.is((await check('a@p.example.com')).result, 'pass');
});
