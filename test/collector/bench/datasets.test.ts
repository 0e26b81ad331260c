import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { generateRoutes } from '../../../collector/bench/datasets/generated-routes.ts';

test('the bench builds, loads and asks tables, and answers a range of 65,536 addresses', async (t) => {
  const main = fileURLToPath(new URL('../../../collector/cli/main.ts', import.meta.url));
  const small = ['datasets', '--prefixes', '20000', '--payloads', '10000', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'bench', ...small]);
  const report = JSON.parse(stdout);
  t.is(report.prefixes.entries, 20_000);
  t.is(report.payloads.entries, 10_000);
  for (const rate of [report.lookups, report.validations, report.validationsShuffled]) t.true(rate > 0);
  for (const table of [report.prefixes, report.payloads]) t.true(table.loadMs > 0 && table.refreshMs > 0);
  // Each address is told: none takes less than a hundred characters.
  t.true(report.range.answerBytes > 65_536 * 100);
});

test('generated routes are in order, none twice, nested, and the same for the same seed', (t) => {
  const routes = [...generateRoutes(1_000, 3)];
  t.is(routes.length, 1_000);
  t.deepEqual(routes, [...generateRoutes(1_000, 3)]);
  t.deepEqual(
    routes,
    routes.toSorted((a, b) => a.start - b.start || a.length - b.length),
  );
  t.is(new Set(routes.map(({ start, length }) => `${start}/${length}`)).size, 1_000);
  t.true(routes.every(({ start, length }) => start % 2 ** (32 - length) === 0));
  t.true(routes.some(({ length }) => length === 24) && routes.some(({ length }) => length === 18));
});
