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

/** What starts a database for whoever imports it. */
const databaseParts = /^collector\/storage\/(?:clickhouse|postgres)\/embedded\/start\.ts$/;

/** What starts name servers, a program of ours or a browser for whoever imports it. */
const programParts =
  /^(?:scripts\/lab\/|test\/support\/lab\/|test\/support\/resolvers\/(?:child|resolver-program)\.ts$|test\/support\/agent\/agent-process\.ts$|npm:playwright-core$)/;

/** What a file says that starts programs itself, or whose tests take minutes: beside none of its own they take longer still. */
const slowFile = /'node:child_process'|\bt\.timeout\(/;

/** Test files that start the same kinds of things. */
export interface TestGroup {
  /** Those that share processes. */
  readonly together: readonly string[];
  /** Those that ask more of their process. */
  readonly alone: readonly string[];
}

export interface TestFiles {
  /** Tests in memory and on local sockets. */
  readonly unit: TestGroup;
  /** Tests that start a database, a closed network of servers or a browser. */
  readonly engines: TestGroup;
  /** Tests that start whole programs. Each has a process of its own. */
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
  const reaches = (path: string, parts: RegExp) => [...reachedBy(path)].some((part) => parts.test(part));
  const startsPrograms = (path: string) => reaches(path, programParts);
  const engines = others.filter((path) => startsPrograms(path) || reaches(path, databaseParts));
  const unit = others.filter((path) => !engines.includes(path));
  const divided = (
    files: readonly string[],
    mayShare: (path: string, text: string) => boolean,
  ): TestGroup => {
    const { together = [], alone = [] } = Object.groupBy(files, (path) => {
      const text = readFileSync(join(rootDirectory, path), 'utf8');
      return mayShareProcess(text, reachedBy(path)) && mayShare(path, text) ? 'together' : 'alone';
    });
    return { together, alone };
  };
  return {
    unit: divided(unit, () => true),
    engines: divided(engines, (path, text) => !startsPrograms(path) && !slowFile.test(text)),
    programs,
  };
}

function allTests(): string[] {
  return sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /^test\/.*\.test\.ts$/.test(path))
    .toSorted();
}
