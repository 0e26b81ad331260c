import test from 'ava';
import { resolveForMail } from '../../../../../scanner/protocols/mail/resolve-for-mail.ts';
import { checkHost } from '../../../../../scanner/protocols/mail/spf/check-host.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';

const check = (zone: string, sender: string, helo = 'mx.example.com') =>
  checkHost({ ip: '192.0.2.1', sender, helo, resolve: resolveForMail(recordedDns(zone), 'example.com') });

const bucher = 'xn--bcher-kva.example.com';

test('domains beyond ASCII are asked for as A-labels (RFC 8616 section 4)', async (t) => {
  const zone = `${bucher} TXT "v=spf1 a:%{o} -all"\n${bucher} A 192.0.2.1`;
  t.like(await check(zone, 'someone@bücher.example.com'), { result: 'pass', domain: bucher });
  t.like(await check(zone, 'someone@BÜCHER.example.com'), { result: 'pass' });
  t.like(await check(zone, '', 'bücher.example.com'), { result: 'pass' });
  t.like(await check(zone, 'someone@\u202e.example.com'), { result: 'none' });
});

test('terms that name a mailbox beyond ASCII do not match (RFC 8616 section 4)', async (t) => {
  const zone = `e.example.com TXT "v=spf1 exists:%{l}.u.example.com include:%{s}.i.example.com ~all"
    *.u.example.com A 127.0.0.2\n*.i.example.com TXT "v=spf1 +all"`;
  t.like(await check(zone, 'jose@e.example.com'), { result: 'pass' });
  t.like(await check(zone, 'josé@e.example.com'), { result: 'softfail', lookups: 0 });
});

test('a redirect that names a mailbox beyond ASCII leads nowhere (RFC 8616 section 4)', async (t) => {
  const zone = 'e.example.com TXT "v=spf1 redirect=%{l}.u.example.com"\n*.u.example.com TXT "v=spf1 -all"';
  t.like(await check(zone, 'jose@e.example.com'), { result: 'fail' });
  t.like(await check(zone, 'josé@e.example.com'), { result: 'neutral' });
});
