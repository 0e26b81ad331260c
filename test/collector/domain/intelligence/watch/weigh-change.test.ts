import test from 'ava';
import { weighChange } from '../../../../../collector/domain/intelligence/watch/weigh-change.ts';

type Row = [key: string, before: string[], after: string[], severity: string, isOwnership: boolean];

const spf = (text: string) => [`"v=spf1 ${text}"`];
const dmarc = (text: string) => [`"v=DMARC1; ${text}"`];

const rows: readonly Row[] = [
  // Who answers for the domain.
  ['NS', ['ns1.a.net', 'ns2.a.net'], ['ns1.b.net', 'ns2.b.net'], 'critical', true],
  ['NS', ['ns1.a.net', 'ns2.a.net'], ['ns1.a.net', 'ns3.a.net'], 'high', true],
  ['NS', ['ns1.a.net'], ['ns1.a.net', 'ns1.b.net'], 'high', true],
  ['NS', [], ['ns1.a.net'], 'high', true],
  ['NS', ['ns1.a.net'], [], 'critical', true],
  ['DS', ['1 13 2 AA'], [], 'high', true],
  ['DS', [], ['1 13 2 AA'], 'info', true],
  ['DS', ['1 13 2 AA'], ['2 13 2 BB'], 'high', true],
  ['DS', ['1 13 2 AA'], ['1 13 2 AA', '2 13 2 BB'], 'high', true],
  ['registrar', ['One Ltd.'], ['Another Inc.'], 'critical', true],
  // Who gets its mail.
  ['MX', ['10 mx.a.net'], ['10 mx.b.net'], 'high', true],
  ['MX', ['10 mx.a.net'], ['20 mx.a.net'], 'medium', true],
  ['MX', ['10 mx.a.net'], ['10 mx.a.net', '20 mx.b.net'], 'medium', true],
  ['MX', ['10 mx.a.net'], [], 'medium', true],
  ['MX', [], ['10 mx.a.net'], 'medium', true],
  // Who may write in its name.
  ['TXT', spf('include:a.net -all'), spf('include:a.net ~all'), 'medium', true],
  ['TXT', spf('include:a.net -all'), spf('include:a.net ?all'), 'medium', true],
  ['TXT', spf('include:a.net -all'), spf('+all'), 'critical', true],
  ['TXT', spf('include:a.net -all'), spf('all'), 'critical', true],
  ['TXT', spf('+all'), spf('+all include:b.net'), 'low', true],
  ['TXT', spf('-all'), [], 'high', true],
  ['TXT', [], spf('-all'), 'info', false],
  ['TXT', [], spf('+all'), 'critical', true],
  ['TXT', spf('~all'), spf('-all'), 'info', false],
  ['TXT', spf('include:a.net -all'), spf('include:a.net include:b.net -all'), 'low', true],
  ['TXT', spf('include:a.net include:b.net -all'), spf('include:a.net -all'), 'info', false],
  ['TXT', spf('ip4:192.0.2.0/24 -all'), spf('ip4:192.0.0.0/8 -all'), 'low', true],
  ['TXT', spf('-all'), spf('redirect=_spf.a.net'), 'low', true],
  ['TXT', ['"V=SPF1 -ALL"'], spf('-all'), 'info', false],
  ['TXT', [...spf('-all'), '"site=1"'], [...spf('-all'), '"site=2"'], 'info', false],
  ['TXT', ['"v=spf10 -all"'], [], 'info', false],
  ['_dmarc TXT', dmarc('p=reject'), [], 'high', true],
  ['_dmarc TXT', dmarc('p=reject'), dmarc('p=none'), 'high', true],
  ['_dmarc TXT', dmarc('p=reject'), dmarc('p=quarantine'), 'high', true],
  ['_dmarc TXT', dmarc('p=reject'), dmarc('p=reject; sp=none'), 'medium', true],
  ['_dmarc TXT', dmarc('p=reject'), dmarc('p=reject; pct=10'), 'medium', true],
  ['_dmarc TXT', dmarc('p=none'), dmarc('p=reject'), 'info', false],
  ['_dmarc TXT', [], dmarc('p=none'), 'info', false],
  ['_dmarc TXT', dmarc('p=reject; rua=mailto:a@a.net'), dmarc('p=reject; rua=mailto:b@b.net'), 'info', false],
  // What leads elsewhere.
  ['CAA', ['0 issue "a.net"'], [], 'medium', false],
  ['CAA', ['0 issue "a.net"'], ['0 issue "b.net"'], 'low', false],
  ['CAA', [], ['0 issue "a.net"'], 'low', false],
  ['A', ['192.0.2.1'], ['192.0.2.2'], 'low', false],
  ['A', ['192.0.2.1'], ['192.0.2.1', '192.0.2.2'], 'info', false],
  ['A', [], ['192.0.2.1'], 'info', false],
  ['AAAA', ['2001:db8::1'], ['2001:db8::2'], 'low', false],
];

for (const [key, before, after, severity, isOwnership] of rows)
  test(`${key}: ${before.join(', ') || 'nothing'} -> ${after.join(', ') || 'nothing'} is ${severity}`, (t) => {
    t.like(weighChange(key, before, after), { severity, isOwnership });
  });
