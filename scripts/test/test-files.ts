import { globSync } from 'node:fs';
import { rootDirectory } from '../check/package-program.ts';

/** Folders whose tests start whole programs or install things. */
const slowFolders = [
  'test/agent/field/',
  'test/agent/package/',
  'test/collector/chaos/',
  'test/e2e/',
  'test/lab/',
  'test/launcher/',
  'test/readme/',
  'test/resolver-plugin/package/',
];

/** Test files below the checkout that are quick. */
export function unitTests(): string[] {
  return allTests().filter((path) => !isSlow(path));
}

export function slowTests(): string[] {
  return allTests().filter(isSlow);
}

function allTests(): string[] {
  return globSync('test/**/*.test.ts', { cwd: rootDirectory }).toSorted();
}

function isSlow(path: string): boolean {
  return slowFolders.some((folder) => path.startsWith(folder));
}
