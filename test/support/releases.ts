import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { rootDirectory } from '../launcher/support.ts';
import { type Ending, temporaryDirectory } from './temporary-directory.ts';

/** The last commit of each released version, as long as no tag names one. */
export const releases = {
  '0.1.0': 'd5452c3ddaa7',
  '0.2.0': '17a354dc4056',
} as const;

/** Packages that a release names and this checkout has within another alone. */
const within = { 'raw-body': 'body-parser/node_modules/raw-body' };

/** Tells whether this clone has the history of all releases, which a shallow one lacks. */
export function hasReleases(): boolean {
  return Object.values(releases).every(
    (commit) =>
      spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: rootDirectory }).status === 0,
  );
}

/** The program as it was released, with the packages of this checkout. Resolves with its directory. */
export async function releasedProgram(t: Ending, version: keyof typeof releases): Promise<string> {
  const directory = await temporaryDirectory(t);
  const git = ['archive', releases[version]];
  const archive = execFileSync('git', git, { cwd: rootDirectory, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  const packages = join(rootDirectory, 'node_modules');
  const own = join(directory, 'node_modules');
  mkdirSync(join(own, '@sonde'), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== '@sonde') symlinkSync(join(packages, name), join(own, name));
  for (const [name, path] of Object.entries(within))
    if (!existsSync(join(own, name))) symlinkSync(join(packages, path), join(own, name));
  for (const name of readdirSync(join(packages, '@sonde')))
    symlinkSync(join('..', '..', name), join(own, '@sonde', name));
  return directory;
}
