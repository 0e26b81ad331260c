import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAddresses, type LockFile, optionalGaps } from './lock-file.ts';
import { rootDirectory, runProgram, runScript } from './package-program.ts';

/** Without a terminal biome would still paint if the environment looks like a build service. */
const plain = process.stdout.isTTY ? [] : ['--colors=off'];

/** Checks types, style, generated files and the lock file. Says what is wrong and returns whether all is well. */
export function runChecks(): boolean {
  const results = [
    report('types', runProgram('typescript', ['--noEmit'])),
    // They run in a browser, where other names are global.
    report('types of the dashboard', runProgram('typescript', ['--noEmit', '-p', 'dashboard'])),
    report('style', runProgram('biome', ['ci', '--error-on-warnings', ...plain])),
    report('generated files', runScript('scripts/generate/main.ts', ['--check'])),
    report('lock file', checkLockFile()),
  ];
  return results.every((good) => good);
}

/** Checks the house rules: who may import what, sizes of files and folders. */
export function runArchitectureTest(): boolean {
  return report('house rules', runProgram('ava', ['test/architecture/**']));
}

function checkLockFile(): number {
  const lock = JSON.parse(readFileSync(join(rootDirectory, 'package-lock.json'), 'utf8')) as LockFile;
  const faults = [
    ...downloadAddresses(lock).map((path) => `${path} is bound to a download address`),
    ...optionalGaps(lock).map(({ name }) => `${name} is missing: run node scripts/check/complete-lock.ts`),
  ];
  for (const fault of faults) process.stderr.write(`package-lock.json: ${fault}\n`);
  return faults.length;
}

function report(what: string, failures: number): boolean {
  process.stderr.write(`${failures === 0 ? '✔' : '✘'} ${what}\n`);
  return failures === 0;
}
