import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { rootDirectory } from '../check/source-files.ts';
import { TestTimes } from './test-times.ts';

type Body = (t: ExecutionContext, ...args: unknown[]) => unknown;
type Declare = (title: string, body: Body, ...args: unknown[]) => void;

/**
 * Runs the tests of many files in this process, which spares each file a process and the loading of what all of them import.
 * One test runs at a time, so that none has more beside it than in a process of its own.
 */
export async function runBatch(paths: readonly string[]): Promise<void> {
  const times = new TestTimes();
  const declared: { path: string; title: string; run: (t: ExecutionContext) => unknown }[] = [];
  replaceAva(paths, (path) => (title, body, ...args) => {
    declared.push({ path, title, run: (t) => body(t, ...args) });
  });
  for (const path of paths) {
    times.begin(path);
    await import(urlOf(path));
    times.end();
  }
  let running = '';
  // A file that waits while it loads would leave ava to start without the files behind it: all are declared together.
  for (const { path, title, run } of declared) {
    // Titles differ within a file, not among all.
    const titleOfAll = `${path} › ${title}`;
    test.serial(titleOfAll, async (t) => {
      running = titleOfAll;
      times.begin(path);
      t.teardown(() => times.end());
      await run(t);
    });
  }
  // ava names the batch alone.
  process.on('uncaughtExceptionMonitor', () => {
    process.stderr.write(`What follows was thrown in the time of: ${running}\n`);
  });
}

/** Gives each of these files, which import `test` from ava, a function of its own. */
function replaceAva(paths: readonly string[], declareFor: (path: string) => Declare): void {
  const pathOf = new Map(paths.map((path) => [urlOf(path), path]));
  const prefix = 'batched-ava:';
  const registry = Symbol.for('sonde.batched-ava');
  const declarers = Object.fromEntries(
    paths.map((path) => [path, Object.assign(declareFor(path), { serial: declareFor(path) })]),
  );
  Object.assign(globalThis, { [registry]: declarers });
  registerHooks({
    resolve(specifier, context, next) {
      const path = specifier === 'ava' ? pathOf.get(context.parentURL ?? '') : undefined;
      if (path === undefined) return next(specifier, context);
      return { url: `${prefix}${path}`, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(prefix)) return next(url, context);
      const path = JSON.stringify(url.slice(prefix.length));
      const source = `export default globalThis[Symbol.for('sonde.batched-ava')][${path}];`;
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

const urlOf = (path: string): string => pathToFileURL(join(rootDirectory, path)).href;
