import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { addressBytes } from '@sonde/shared/net/address.ts';
import test from 'ava';
import { countSystems } from '../../../../collector/domain/networks/count-systems.ts';
import { KnownNetworks } from '../../../../collector/domain/networks/known-networks.ts';
import type { Log } from '../../../../collector/ports/system/log.ts';
import { openTableFile } from '../../../../collector/sources/table-file.ts';

test('a table is read, packed or not, again when it changes, and kept where it can not be read', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-as-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const path = join(directory, 'table.tsv');
  const told: [string, Record<string, unknown>][] = [];
  const tell = (fields: object, message: string) => void told.push([message, { ...fields }]);
  const log: Log = { debug: tell, info: tell, infoText() {}, warn: tell, error: tell, child: () => log };
  const networks = new KnownNetworks(openTableFile(path), log);
  const asn = (address: string) => networks.find(addressBytes(address))?.asn;

  await networks.refresh();
  await networks.refresh();
  t.is(told.length, 1, 'that there is no file is told once');
  t.is(asn('192.0.2.1'), undefined);

  await writeFile(
    path,
    '# comment\n192.0.2.0\t192.0.2.255\t64500\tDE\tA\nnonsense\n2001:db8::/32\t64501\n192.0.2.128/25 64502\n',
  );
  await networks.refresh();
  t.like(told[1]![1], { ranges: 3, systems: 3, malformed: 1, firstMalformed: 3, leftOut: 0 });
  t.deepEqual(networks.find(addressBytes('192.0.2.1')), { asn: 64_500, name: 'A', country: 'DE' });
  t.deepEqual(['192.0.2.200', '2001:db8::7', '2001:db9::', '198.51.100.1'].map(asn), [
    64_502,
    64_501,
    undefined,
    undefined,
  ]);
  t.is(networks.malformed, 1);

  await networks.refresh();
  t.is(told.length, 2);
  await writeFile(path, gzipSync('198.51.100.0/24,64503,"Example, Inc."\n'));
  await utimes(path, 1, 1);
  await networks.refresh();
  t.deepEqual(['198.51.100.1', '192.0.2.1'].map(asn), [64_503, undefined]);

  for (const content of ['', '<html>No such table</html>', gzipSync('198.51.100.0/24 1').subarray(0, 20)]) {
    await writeFile(path, content);
    await networks.refresh();
    t.is(asn('198.51.100.1'), 64_503);
  }
  t.is(told.length, 6);
});

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
