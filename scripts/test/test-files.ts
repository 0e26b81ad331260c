import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDirectory, sourceFiles } from '../check/source-files.ts';
import { mayShareProcess } from './batches.ts';
import { reachedFiles } from './reached-files.ts';

/** Folders whose tests start whole programs or install things. */
const programFolders = [
  'test/agent/field/',
  'test/agent/package/',
  'test/collector/chaos/',
  'test/e2e/',
  'test/lab/',
  'test/launcher/',
  'test/readme/',
  'test/resolver-plugin/package/',
];

/** What starts a database, name servers, a program of ours or a browser for whoever imports it. */
const heavyParts =
  /^(?:collector\/storage\/(?:clickhouse|postgres)\/embedded\/start\.ts|scripts\/lab\/|test\/support\/lab\/|test\/support\/resolvers\/(?:child|resolver-program)\.ts$|test\/support\/agent\/agent-process\.ts$|npm:playwright-core$)/;

export interface TestFiles {
  /** Tests in memory and on local sockets, which share processes. */
  readonly together: readonly string[];
  /** Tests in memory and on local sockets that ask more of their process. */
  readonly unit: readonly string[];
  /** Tests that start a database, a closed network of servers or a browser. */
  readonly engines: readonly string[];
  /** Tests that start whole programs. */
  readonly programs: readonly string[];
}

/** Lists every test file of the checkout, by what it starts. */
export function testFiles(): TestFiles {
  const reachedBy = reachedFiles();
  return groupTests(allTests(), reachedBy);
}

/** Finds the test files that reach one of these files, or are one. */
export function testsReaching(changed: readonly string[]): TestFiles {
  const reachedBy = reachedFiles();
  const touched = allTests().filter((test) => {
    const reached = reachedBy(test);
    return changed.some((path) => reached.has(path));
  });
  return groupTests(touched, reachedBy);
}

function groupTests(tests: readonly string[], reachedBy: (path: string) => ReadonlySet<string>): TestFiles {
  const programs = tests.filter((path) => programFolders.some((folder) => path.startsWith(folder)));
  const others = tests.filter((path) => !programs.includes(path));
  const engines = others.filter((path) => [...reachedBy(path)].some((part) => heavyParts.test(part)));
  const quick = others.filter((path) => !engines.includes(path));
  const together = quick.filter((path) =>
    mayShareProcess(readFileSync(join(rootDirectory, path), 'utf8'), reachedBy(path)),
  );
  return { together, unit: quick.filter((path) => !together.includes(path)), engines, programs };
}

function allTests(): string[] {
  return sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /^test\/.*\.test\.ts$/.test(path))
    .toSorted();
}
