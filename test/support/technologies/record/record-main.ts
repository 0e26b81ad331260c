import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPageReader } from '../../../../scanner/checks/tech/page-reader.ts';
import { evidenceOf, type RecordedSite } from '../recorded-site.ts';
import { condense } from './condense.ts';
import type { Recipe } from './recipe.ts';
import { recipes } from './recipes.ts';
import { Workshop } from './workshop.ts';

/**
 * Records sites of real software: `scripts/run test/support/technologies/record/record-main.ts GROUP [NAME...]`. Packages are installed in
 * a folder of their own below the folder for temporary files, which is left for the next run.
 * With `--installed` they are there already; with `--truth` the pages stay and what is there is written anew.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { installed: { type: 'boolean' }, truth: { type: 'boolean' } },
});
const [group = '', ...names] = positionals;
const all = recipes[group];
if (all === undefined) throw new Error(`There is no group "${group}": ${Object.keys(recipes).join(', ')}.`);
const wanted = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
const workshop = new Workshop(join(tmpdir(), `sonde-recorded-sites-${group}`));
const reader = createPageReader();
const sizes = [3_000, 6_000, 12_000, 30_000];

const file = new URL(`../sites/${group}.json`, import.meta.url);
const known = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as RecordedSite[],
  () => [],
);
if (!options.installed && !options.truth) await workshop.install(wanted);
const recorded = new Map(known.map((site) => [site.name, site]));
for (const recipe of wanted) {
  try {
    const before = recorded.get(recipe.name);
    if (!options.truth) recorded.set(recipe.name, await record(recipe));
    else if (before !== undefined)
      recorded.set(recipe.name, { ...before, technologies: await truthOf(recipe) });
    process.stderr.write(`${recipe.name}\n`);
    await write();
  } catch (error) {
    process.stderr.write(`${recipe.name}: ${error instanceof Error ? error.message.slice(0, 500) : error}\n`);
  }
}
async function record(recipe: Recipe): Promise<RecordedSite> {
  const { npm = [], pip = [], debian = [] } = recipe;
  const { headers, cookies, page } = await workshop.record(recipe);
  const from = [
    ['npm', npm],
    ['pip', pip],
    ['debian', debian],
  ]
    .filter(([, list]) => list!.length > 0)
    .map(([kind, list]) => `${kind} ${(list as string[]).join(' ')}`)
    .join(', ');
  const site = { name: recipe.name, from, headers, ...(cookies.length > 0 && { cookies }) };
  const technologies = await truthOf(recipe);
  const whole = await told({ ...site, page });
  for (const most of sizes) {
    const less = { ...site, page: recipe.page ?? condense(page, most) };
    if ((await told(less)) === whole || recipe.page !== undefined) return { ...less, technologies };
  }
  throw new Error(`What is kept of the page does not tell what the page does: ${whole}`);
}

async function truthOf({ there }: Recipe): Promise<RecordedSite['technologies']> {
  const versions = Object.entries(there).map(
    async ([name, named]) => [name, named === null ? null : await workshop.version(named)] as const,
  );
  return Object.fromEntries(await Promise.all(versions));
}

async function told(site: Omit<RecordedSite, 'technologies'>): Promise<string> {
  const { technologies } = await reader.detect(evidenceOf(site), AbortSignal.timeout(20_000));
  return technologies.map(({ name, version }) => `${name} ${version ?? ''}`).join(', ');
}

async function write(): Promise<void> {
  const order = new Map(all!.map(({ name }, at) => [name, at]));
  const sites = [...recorded.values()].toSorted(
    (one, other) => (order.get(one.name) ?? 0) - (order.get(other.name) ?? 0),
  );
  await writeFile(file, `${JSON.stringify(sites, null, 2)}\n`);
}
