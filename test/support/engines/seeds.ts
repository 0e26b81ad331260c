import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootDirectory } from '../../../scripts/check/package-program.ts';

/** A seed is a directory that is made once, and copied for every test file that wants one like it. */
export interface Seed {
  /** A word of letters and digits; of several seeds of a kind the last one made is kept. */
  readonly kind: string;
  /** Everything that decides what is in it. */
  readonly madeOf: unknown;
  make(directory: string): Promise<void>;
}

const seedsDirectory = join(rootDirectory, '.runtime', 'test-seeds');

/** Copies what is in the seed into a directory, owners and permissions included; makes the seed if it is missing. */
export async function plant(seed: Seed, directory: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${await madeSeed(seed)}/.`, directory]);
}

async function madeSeed({ kind, madeOf, make }: Seed): Promise<string> {
  // The engines are packages.
  const packages = await readFile(join(rootDirectory, 'package-lock.json'));
  const digest = createHash('sha256')
    .update(packages)
    .update(JSON.stringify([madeOf, process.getuid?.()]))
    .digest('hex');
  const name = `${kind}-${digest.slice(0, 16)}`;
  const place = join(seedsDirectory, name);
  await mkdir(seedsDirectory, { recursive: true });
  if ((await readdir(seedsDirectory)).includes(name)) return place;
  const unfinished = join(seedsDirectory, `unfinished-${randomBytes(8).toString('hex')}`);
  await mkdir(unfinished);
  await chmod(unfinished, 0o711);
  try {
    await make(unfinished);
    await rename(unfinished, place);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another test file may have been faster.
    if (!(await readdir(seedsDirectory)).includes(name)) throw error;
  }
  await removeOlder(kind, name);
  return place;
}

/** Seeds of older migrations. Another run may be about to copy one only if it began before they changed. */
async function removeOlder(kind: string, newest: string): Promise<void> {
  for (const name of await readdir(seedsDirectory)) {
    if (!name.startsWith(`${kind}-`) || name === newest) continue;
    await rm(join(seedsDirectory, name), { recursive: true, force: true });
  }
}
