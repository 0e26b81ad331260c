import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { chooseLinuxInterfaces } from '../../../agent/run/choose-interfaces.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('takes what is up, once: members of bridges and VLANs above a captured interface are left out', async (t) => {
  const directory = await temporaryDirectory(t);
  const add = async (name: string, flags: string, entries: readonly string[] = []): Promise<void> => {
    await mkdir(join(directory, name));
    await writeFile(join(directory, name, 'flags'), `${flags}\n`);
    for (const entry of entries) await writeFile(join(directory, name, entry), '');
  };
  await add('lo', '0x9');
  await add('down0', '0x1002');
  await add('eth0', '0x1003', ['upper_eth0.10']);
  await add('eth0.10', '0x1003', ['lower_eth0']);
  await add('br0', '0x1003', ['bridge', 'lower_eth1']);
  await add('eth1', '0x1003', ['master', 'upper_br0']);
  await add('vlan.of.down', '0x1003', ['lower_down0']);
  t.deepEqual(await chooseLinuxInterfaces(directory), ['br0', 'eth0', 'lo', 'vlan.of.down']);
});
