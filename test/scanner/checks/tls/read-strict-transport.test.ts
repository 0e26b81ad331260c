import test from 'ava';
import fc from 'fast-check';
import { readStrictTransport } from '../../../../scanner/checks/tls/read-strict-transport.ts';

test('no header makes the reader of HSTS stumble', (t) => {
  fc.assert(fc.property(fc.string({ maxLength: 100 }), (header) => readStrictTransport(header).present));
  t.like(readStrictTransport('max-age=31536000; includeSubDomains; preload'), {
    maxAge: 31_536_000,
    includeSubDomains: true,
    preload: true,
  });
  t.is(readStrictTransport('Max-Age="600" ; x').maxAge, 600);
  t.is(readStrictTransport('max-age=1; max-age=2').maxAge, null);
  t.is(readStrictTransport('max-age=-1').maxAge, null);
  t.is(readStrictTransport('max-age=600, max-age=900').maxAge, 600);
  t.false(readStrictTransport(undefined).present);
});
