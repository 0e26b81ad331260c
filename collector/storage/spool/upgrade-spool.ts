import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { upgradeRows } from '@sonde/shared/batch/former-rows.ts';
import { syncDirectory, writeDurably } from '@sonde/shared/files/write-durably.ts';
import { isId, manifestText, readManifest } from './manifest.ts';

/** The layout of rows in the spool, as batches of this version have it. */
const layout = '3';
/** The state while names of upgraded files take the place of others. */
const renaming = 'renaming to 3';
const upgradedSuffix = '.upgraded';
const folders = ['staged', 'kept', 'aside', 'groups'];
/** The ids before each row of the stored form. */
const prefixBytes = 8;

/**
 * Brings the rows that an earlier version of the collector left in its spool to the present layout, once. It may be cut off at any moment:
 * all files are written under other names first, and what is renamed then is written down before.
 */
export async function upgradeSpool(directory: string): Promise<void> {
  const marker = join(directory, 'layout');
  const state = await readFile(marker, 'utf8').catch(unlessMissing);
  if (state?.trim() === layout) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (state?.trim() !== renaming) {
    await writeUpgraded(directory);
    await writeDurably(marker, [`${renaming}\n`]);
  }
  for (const folder of folders) {
    const path = join(directory, folder);
    for (const name of await namesIn(path)) {
      if (!name.endsWith(upgradedSuffix)) continue;
      await rename(join(path, name), join(path, name.slice(0, -upgradedSuffix.length)));
    }
    await syncDirectory(path).catch(unlessMissing);
  }
  await writeDurably(marker, [`${layout}\n`]);
}

async function writeUpgraded(directory: string): Promise<void> {
  const sizes = new Map<string, number>();
  // What an attempt before wrote is written anew.
  for (const folder of folders) {
    for (const name of await namesIn(join(directory, folder)))
      if (name.endsWith(upgradedSuffix)) await rm(join(directory, folder, name), { force: true });
  }
  for (const folder of ['staged', 'kept', 'aside']) {
    const path = join(directory, folder);
    for (const name of await namesIn(path)) {
      if (!name.endsWith('.rows')) continue;
      // What is damaged stays as it is, and is refused as before.
      const upgraded = upgradeRows(await readFile(join(path, name)), prefixBytes);
      if (upgraded === undefined) continue;
      await writeDurably(join(path, `${name}${upgradedSuffix}`), upgraded);
      sizes.set(name.slice(0, -'.rows'.length), upgraded.length);
    }
  }
  for (const folder of ['groups', 'aside']) {
    const path = join(directory, folder);
    for (const name of await namesIn(path)) {
      if (!name.endsWith('.json') || !isId(name.slice(0, -'.json'.length))) continue;
      const batches = await readManifest(join(path, name));
      // A list that is damaged is told of when the spool is opened.
      if (batches === undefined) continue;
      const upgraded = batches.map(({ batchId, bytes }) => ({
        batchId,
        bytes: sizes.get(batchId) ?? bytes,
      }));
      await writeDurably(join(path, `${name}${upgradedSuffix}`), manifestText(upgraded));
    }
  }
}

async function namesIn(path: string): Promise<string[]> {
  const names = (await readdir(path).catch(unlessMissing)) ?? [];
  const files: string[] = [];
  for (const name of names) if ((await stat(join(path, name))).isFile()) files.push(name);
  return files;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
