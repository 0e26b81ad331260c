import test from 'ava';
import fc from 'fast-check';
import { clientAddress, TrustedProxies } from '../../../collector/http/client-address.ts';

const proxies = new TrustedProxies(['10.0.0.0/8', '2001:db8::/32', 'unix']);

test('the address is that of the peer unless a trusted proxy says otherwise', (t) => {
  t.is(clientAddress('192.0.2.1', '198.51.100.7', proxies), '192.0.2.1');
  t.is(clientAddress('10.1.2.3', '198.51.100.7', proxies), '198.51.100.7');
  t.is(clientAddress('::ffff:10.1.2.3', '198.51.100.7', proxies), '198.51.100.7');
  t.is(clientAddress(undefined, '198.51.100.7', proxies), '198.51.100.7');
  t.is(clientAddress(undefined, '198.51.100.7', new TrustedProxies([])), '127.0.0.1');
  t.is(clientAddress('10.1.2.3', undefined, proxies), '10.1.2.3');
});

test('what clients claim themselves stands left of what proxies wrote, and is not believed', (t) => {
  t.is(clientAddress('10.1.2.3', '1.1.1.1, 198.51.100.7', proxies), '198.51.100.7');
  t.is(clientAddress('10.1.2.3', '1.1.1.1, 198.51.100.7, 10.9.9.9', proxies), '198.51.100.7');
  t.is(clientAddress('10.1.2.3', '1.1.1.1, nonsense, 10.9.9.9', proxies), '10.9.9.9');
});

test('ports, brackets and spellings of one address come out alike', (t) => {
  t.is(clientAddress('10.1.2.3', '198.51.100.7:4711', proxies), '198.51.100.7');
  t.is(clientAddress('10.1.2.3', '[2001:DB9:0::1]:4711', proxies), '2001:db9::1');
  t.is(clientAddress('10.1.2.3', '::FFFF:198.51.100.7', proxies), '198.51.100.7');
});

test('no header makes it anything but an address', (t) => {
  const header = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())).map((a) => a.join(',')),
  );
  fc.assert(
    fc.property(header, (forwardedFor) => {
      t.regex(clientAddress('10.1.2.3', forwardedFor, proxies), /^[0-9a-f.:]+$/);
    }),
  );
  t.pass();
});
