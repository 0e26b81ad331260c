import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDirectory } from '../check/package-program.ts';
import { bundleProgram } from './bundle-program.ts';
import type { PackagedProgram } from './packaged-program.ts';

/** The mark in the node binary that says whether a script was put into it (https://nodejs.org/api/single-executable-applications.html). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds a program as one file: a copy of this node with the bundled script, its workers and whatever else it takes with
 * it. Nothing is fetched. `scratch` takes what is made on the way. Returns the files that were bundled.
 */
export async function buildExecutable(
  packaged: PackagedProgram,
  target: string,
  scratch: string,
): Promise<{ readonly inputs: readonly string[] }> {
  const { program, workers, inputs } = await bundleProgram(packaged, scratch);
  const blob = join(scratch, `${packaged.name}.blob`);
  const config = join(scratch, 'sea.json');
  writeFileSync(
    config,
    JSON.stringify({
      main: program,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: { ...workers, ...packaged.assets() },
    }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  for (const [command, ...options] of stepsOf(target, blob, process.platform))
    execFileSync(command, options, { stdio: 'pipe' });
  return { inputs };
}

/** Lists the commands that put a script into a copy of node on a system, in their order. */
export function stepsOf(
  target: string,
  blob: string,
  platform: NodeJS.Platform,
): (readonly [string, ...string[]])[] {
  const put = [
    process.execPath,
    postjectPath(),
    target,
    'NODE_SEA_BLOB',
    blob,
    '--sentinel-fuse',
    fuse,
  ] as const;
  // A signature does not outlive the change, and macOS starts nothing without one.
  if (platform === 'darwin')
    return [
      ['codesign', '--remove-signature', target],
      [...put, '--macho-segment-name', 'NODE_SEA'],
      ['codesign', '--sign', '-', target],
    ];
  // Symbols are a quarter of the file. They go first: stripping moves sections, which would lose the script.
  return [['strip', target], put];
}

function postjectPath(): string {
  return join(rootDirectory, 'node_modules', 'postject', 'dist', 'cli.js');
}
