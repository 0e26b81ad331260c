import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { toolPath } from '../../../../scanner/bench/lab/run-tool.ts';
import { validateZoneText } from '../../../../scanner/checks/zonemd/validate-zone-text.ts';
import { withKeys, zoneText } from '../../../support/lab/write-zone.ts';
import type { LabSigning } from '../../../support/lab/zone.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const records = `www A 192.0.2.1
WWW AAAA 2001:db8::1
Mail MX 10 Mail.Example.
twice TXT "once"
twice TXT "once"
sub NS ns.sub
ns.sub A 192.0.2.2
*.wild A 192.0.2.3`;

function succeeds(file: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: toolPath };
    execFile(file, [...args], { env, timeout: 20_000 }, (error) => resolve(error === null));
  });
}

const signings: readonly (readonly [string, LabSigning])[] = [
  ['SHA-384 and NSEC', { zonemd: 1 }],
  ['SHA-512 and NSEC3', { zonemd: 2, nsec3: { salt: 'ab' } }],
];

for (const [title, signing] of signings) {
  for (const isSound of [true, false]) {
    test(`a zone with ${title}, ${isSound ? 'as signed' : 'changed since'}: all tools say the same`, async (t) => {
      const directory = await temporaryDirectory(t);
      const keyed = withKeys({ name: 'example', records, signing });
      const signed = await zoneText(keyed, [keyed], directory);
      const text = isSound ? signed : signed.replaceAll('192.0.2.3', '192.0.2.4');
      const file = join(directory, 'example.zone');
      await writeFile(file, text);
      t.is(validateZoneText(text).status, isSound ? 'valid' : 'invalid');
      t.is(await succeeds('kzonecheck', ['-o', 'example.', file]), isSound, 'kzonecheck');
      t.is(await succeeds('ldns-verify-zone', ['-Z', file]), isSound, 'ldns-verify-zone');
    });
  }
}
