import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absolute, keyRecord, type LabKey, privateKeyFile } from './keys.ts';
import { runTool } from './run-tool.ts';

/** Signs the text of a zone with these keys and returns the text of the signed one. `options` are those of ldns-signzone. */
export async function signZone(
  folder: string,
  plain: string,
  keys: readonly LabKey[],
  options: readonly string[] = [],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'zone'), plain);
  for (const key of keys) {
    await writeFile(join(folder, `${baseName(key)}.key`), `${keyRecord(key)}\n`);
    await writeFile(join(folder, `${baseName(key)}.private`), privateKeyFile(key));
  }
  await runTool('ldns-signzone', [...options, '-f', 'signed', 'zone', ...keys.map(baseName)], folder);
  return readFile(join(folder, 'signed'), 'utf8');
}

function baseName(key: LabKey): string {
  const tag = String(key.tag).padStart(5, '0');
  return `K${absolute(key.zone)}+${String(key.algorithm).padStart(3, '0')}+${tag}`;
}
