import test from 'ava';
import { countSystems } from '../../../../../collector/domain/intelligence/networks/count-systems.ts';

test('several systems are told where two are known, one only where all are', (t) => {
  const networks = {
    find: (address: Uint8Array) =>
      address[15] === 0 ? undefined : { asn: address[15]!, name: null, country: null },
  };
  t.is(countSystems(['192.0.2.1', '198.51.100.1'], networks), 1);
  t.is(countSystems(['192.0.2.1', '198.51.100.2', '203.0.113.0'], networks), 2);
  t.is(countSystems(['192.0.2.1', '203.0.113.0'], networks), null);
  t.is(countSystems([], networks), null);
});
