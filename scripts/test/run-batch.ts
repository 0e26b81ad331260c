import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import anyTest from 'ava';
import { rootDirectory } from '../check/source-files.ts';
import { BatchedFile } from './batched-file.ts';
import { TestTimes } from './test-times.ts';

/**
 * Runs the tests of many files in this process, which spares each file a process and the loading of what all of them import.
 * One test runs at a time, so that none has more beside it than in a process of its own.
 */
export async function runBatch(paths: readonly string[]): Promise<void> {
  const times = new TestTimes();
  const files: BatchedFile[] = [];
  const ofProcess = new BatchedFile('');
  replaceAva(ofProcess, () => files.at(-1)!);
  for (const path of paths) {
    files.push(new BatchedFile(path));
    times.begin(path);
    await import(pathToFileURL(join(rootDirectory, path)).href);
    times.end();
  }
  for (const each of [ofProcess, ...files]) each.loaded();
  for (const [at, end] of ofProcess.after.entries())
    anyTest.after.always(`end ${at + 1} of the process`, end);
  let running = '';
  // A file that waits while it loads would leave ava to start without the files behind it: all are declared together.
  for (const file of files) {
    const last = file.tests.findLast(({ run }) => run !== undefined);
    for (const declared of file.tests) {
      // Titles differ within a file, not among all.
      const title = `${file.path} › ${declared.title}`;
      if (declared.run === undefined) anyTest.skip(title, () => undefined);
      else
        anyTest.serial(title, async (t) => {
          running = title;
          times.begin(file.path);
          t.teardown(() => times.end());
          await file.run(declared, t, declared === last);
        });
    }
  }
  // ava names the batch alone.
  process.on('uncaughtExceptionMonitor', () => {
    process.stderr.write(`What follows was thrown in the time of: ${running}\n`);
  });
}

/** The module whose hooks are for the whole process. */
const ofWholeProcess = pathToFileURL(join(rootDirectory, 'test', 'support', 'process-end.ts')).href;

/** Gives tests and what supports them, which import `test` from ava, that of the file which is loaded. */
function replaceAva(ofProcess: BatchedFile, loading: () => BatchedFile): void {
  const tests = pathToFileURL(join(rootDirectory, 'test', '/')).href;
  // A support module is loaded once, and declares for whichever file calls it.
  const ofFile = new Proxy(() => undefined, {
    apply: (_target, _this, declared: Parameters<BatchedFile['test']>) => loading().test(...declared),
    get: (_target, name: keyof BatchedFile['test']) => loading().test[name],
  });
  const registry = Symbol.for('sonde.batched-ava');
  Object.assign(globalThis, { [registry]: { ofFile, ofProcess: ofProcess.test } });
  const urlOf = (which: string): string =>
    `data:text/javascript,${encodeURIComponent(`export default globalThis[Symbol.for('sonde.batched-ava')].${which};`)}`;
  const urls = { file: urlOf('ofFile'), process: urlOf('ofProcess') };
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? '';
      if (specifier !== 'ava' || !parent.startsWith(tests)) return next(specifier, context);
      const url = parent === ofWholeProcess ? urls.process : urls.file;
      return { url, format: 'module', shortCircuit: true };
    },
  });
}
