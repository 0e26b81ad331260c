import test from 'ava';
import fc from 'fast-check';
import { networkTarget } from '../../dashboard/domain/network-target.ts';

test('a typed text is an address, a range, a system or none of them', (t) => {
  t.deepEqual(networkTarget(' 192.0.2.1 '), { kind: 'address', address: '192.0.2.1' });
  t.deepEqual(networkTarget('2001:db8::1'), { kind: 'address', address: '2001:db8::1' });
  t.deepEqual(networkTarget('192.0.2.0/24'), { kind: 'range', range: '192.0.2.0/24' });
  t.deepEqual(networkTarget('2001:db8::/48'), { kind: 'range', range: '2001:db8::/48' });
  for (const text of ['AS64500', 'as 64500', '64500'])
    t.deepEqual(networkTarget(text), { kind: 'system', asn: '64500' });
  t.deepEqual(networkTarget('1.10'), { kind: 'system', asn: '1.10' });
  for (const none of [
    '',
    'example.com',
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2/24',
    'AS',
    'as64500.example',
  ])
    t.is(networkTarget(none), undefined, none);
});

test('no text makes it fail', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      networkTarget(text);
    }),
  );
  t.pass();
});
