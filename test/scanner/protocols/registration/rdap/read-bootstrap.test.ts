import test from 'ava';
import fc from 'fast-check';
import {
  readBootstrap,
  servicesFor,
} from '../../../../../scanner/protocols/registration/rdap/read-bootstrap.ts';

const file = JSON.stringify({
  version: '1.0',
  services: [
    [['example', 'TEST'], ['https://rdap.example/v1']],
    [['co.example'], ['http://plain.example/', 'https://rdap.co.example/']],
    [['clear'], ['http://rdap.clear/']],
    [['odd'], ['https://user:secret@rdap.odd/', 'ftp://rdap.odd/', 7]],
    'no service',
  ],
});

test('the longest match of whole labels counts, over HTTPS only', (t) => {
  const services = readBootstrap(file);
  t.deepEqual(servicesFor('shop.example', services), ['https://rdap.example/v1/']);
  t.deepEqual(servicesFor('shop.co.example', services), ['https://rdap.co.example/']);
  t.deepEqual(servicesFor('shop.test', services), ['https://rdap.example/v1/']);
  for (const none of ['shop.clear', 'shop.odd', 'shop.notexample', 'shop.none'])
    t.deepEqual(servicesFor(none, services), [], none);
});

test('what is no such file is refused', (t) => {
  for (const text of ['', '<html>', '[]', '{}', '{"services": 7}'])
    t.throws(() => readBootstrap(text), { instanceOf: RangeError });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (services) => {
      if (Array.isArray(services)) t.notThrows(() => readBootstrap(JSON.stringify({ services })));
    }),
  );
});
