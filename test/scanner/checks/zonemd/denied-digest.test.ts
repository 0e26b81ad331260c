import test from 'ava';
import { verifyZonemd } from '../../../../scanner/checks/zonemd/verify-zonemd.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';
import { zonemdExamples } from './rfc8976-examples.ts';

const plain = zonemdExamples[0]!.text.replace(/ +86400 IN ZONEMD[^)]+\)\n/, '');
// The hash of "example" is that of RFC 5155 appendix A.
const apexHash = '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom';

const status = (more: string) =>
  verifyZonemd(readZoneFile(`${plain}${more}\n`, { origin: 'example' }), 'example').status;

test('a digest that NSEC lists, and that is not there, was taken out', (t) => {
  t.is(status('@ 60 IN NSEC ns1 NS SOA ZONEMD'), 'invalid');
  t.is(status('@ 60 IN NSEC ns1 NS SOA'), 'absent');
});

test('the same by NSEC3', (t) => {
  const record = (types: string) => `${apexHash} 60 IN NSEC3 1 0 12 aabbccdd ${apexHash} ${types}`;
  t.is(status(record('NS SOA ZONEMD')), 'invalid');
  t.is(status(record('NS SOA')), 'absent');
  // Too many rounds are not done, for this alone.
  t.is(status(record('NS SOA ZONEMD').replace(' 12 ', ' 2500 ')), 'absent');
});
