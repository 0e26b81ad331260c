import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAddresses, type LockFile, optionalGaps } from './lock-file.ts';
import { rootDirectory, runProgram, runScript } from './package-program.ts';

/** Without a terminal biome would still paint if the environment looks like a build service. */
const plain = process.stdout.isTTY ? [] : ['--colors=off'];

/** Checks types, style, generated files and the lock file. Says what is wrong and resolves to whether all is well. */
export async function runChecks(): Promise<boolean> {
  // The compiler has one thread and takes longer than all others.
  const results = await Promise.all([report('types', runProgram('typescript', ['--noEmit'])), otherChecks()]);
  return results.every((good) => good);
}

async function otherChecks(): Promise<boolean> {
  const results = [
    // They run in a browser, where other names are global.
    await report('types of the dashboard', runProgram('typescript', ['--noEmit', '-p', 'dashboard'])),
    await report('style', runProgram('biome', ['ci', '--error-on-warnings', ...plain])),
    await report('generated files', runScript('scripts/generate/main.ts', ['--check'])),
    await report('lock file', checkLockFile()),
  ];
  return results.every((good) => good);
}

/** Checks the house rules: who may import what, sizes of files and folders. */
export function runArchitectureTest(): Promise<boolean> {
  return report('house rules', runProgram('ava', ['test/architecture/**']));
}

function checkLockFile(): number {
  const lock = JSON.parse(readFileSync(join(rootDirectory, 'package-lock.json'), 'utf8')) as LockFile;
  const faults = [
    ...downloadAddresses(lock).map((path) => `${path} is bound to a download address`),
    ...optionalGaps(lock).map(
      ({ name }) => `${name} is missing: start scripts/run scripts/check/complete-lock.ts`,
    ),
  ];
  for (const fault of faults) process.stderr.write(`package-lock.json: ${fault}\n`);
  return faults.length;
}

async function report(what: string, failures: number | Promise<number>): Promise<boolean> {
  const good = (await failures) === 0;
  process.stderr.write(`${good ? '✔' : '✘'} ${what}\n`);
  return good;
}
