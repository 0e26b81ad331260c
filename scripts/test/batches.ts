import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { rootDirectory } from '../check/source-files.ts';

/** What a test file asks of ava or of its process that it cannot have beside others. */
const ofItsOwn =
  /\bt\.(?:snapshot|context)\b|\btest\.(?:failing|only|todo|macro|meta|serial\.skip)\b|\bprocess\.(?:on|once|off|chdir|exit|exitCode|memoryUsage|cpuUsage|std\w+|umask|env(?:\.\w+ \??\??=[^=]|\[))|\b(?:delete process\b|Object\.assign\(process\b)|\bperformance\.|\bglobalThis\.|'node:(?:perf_hooks|v8)'/;

/** Parts that measure their process, end it, or fill it with workers. */
const ownProcess = /^test\/(?:support\/(?:chaos|loads|workers)|collector\/loads)\//;

/** Tells whether the tests of a file may run in one process with those of others. */
export function mayShareProcess(text: string, reached: ReadonlySet<string>): boolean {
  return !ofItsOwn.test(text) && ![...reached].some((path) => ownProcess.test(path));
}

const batchesDirectory = join(rootDirectory, '.runtime', 'test-batches');

/** Tells whether a path is that of a batch. */
export function isBatch(path: string): boolean {
  return path.startsWith(batchesDirectory + sep);
}

/** More in a process save little more, and leave a core to wait for the last batch of another. */
export const filesInBatch = 24;

/** Files that each run the tests of many. */
export interface Batches {
  /** From the checkout's root, for the environment of ava. */
  readonly directory: string;
  readonly files: readonly string[];
  remove(): void;
}

/** Writes files that each run the tests of many, of neighbours, because those import the same. */
export function writeBatches(tests: readonly string[], atOnce = availableParallelism()): Batches {
  mkdirSync(batchesDirectory, { recursive: true });
  const directory = mkdtempSync(join(batchesDirectory, 'run-'));
  const count = Math.max(Math.ceil(tests.length / filesInBatch), Math.min(atOnce, tests.length));
  const runner = JSON.stringify(join(import.meta.dirname, 'run-batch.ts'));
  const begin = (batch: number) => Math.floor((tests.length * batch) / count);
  const files = Array.from({ length: count }, (_, batch) => {
    const file = join(directory, `batch-${batch + 1}.test.ts`);
    const paths = JSON.stringify(tests.slice(begin(batch), begin(batch + 1)), undefined, 2);
    writeFileSync(file, `import { runBatch } from ${runner};\n\nawait runBatch(${paths});\n`);
    return relative(rootDirectory, file);
  });
  return {
    directory: relative(rootDirectory, directory),
    files,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
