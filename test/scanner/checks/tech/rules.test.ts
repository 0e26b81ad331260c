import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import { type RuledTechnology, ruleFileSchema } from '../../../../scanner/checks/tech/engine/rule-file.ts';
import { createPageReader } from '../../../../scanner/checks/tech/page-reader.ts';
import { ruleFiles } from '../../../../scanner/checks/tech/rules/index.ts';
import type { SiteEvidence } from '../../../../scanner/ports/web-page.ts';

const folder = new URL('../../../../scanner/checks/tech/rules/', import.meta.url);
const reader = createPageReader();
const technologies = ruleFiles.flatMap((file) => file.technologies);

/** What one technology brings with it, however far that goes. */
function impliedBy(name: string, all = new Set<string>()): Set<string> {
  for (const more of technologies.find((one) => one.name === name)?.implies ?? []) {
    if (!all.has(more)) impliedBy(more, all.add(more));
  }
  return all;
}

function evidenceOf(example: RuledTechnology['examples'][number]): SiteEvidence {
  return {
    url: example.url ?? 'https://www.example.com/',
    headers: example.headers ?? {},
    setCookies: example.cookies ?? [],
    html: example.page ?? '',
    dns: example.dns ?? {},
    icons: example.icon === undefined ? [] : [{ url: '/favicon.ico', mmh3: example.icon, sha256: '' }],
    certificateIssuer: null,
  };
}

test('every file of rules is listed, and is what the schema says', async (t) => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  t.is(files.length, ruleFiles.length);
  for (const name of files) {
    const file: unknown = JSON.parse(await readFile(new URL(name, folder), 'utf8'));
    const read = ruleFileSchema.safeParse(file);
    t.true(read.success, `${name}: ${read.error?.message}`);
  }
});

test('there are technologies of every kind, each with a name of its own', (t) => {
  const names = technologies.map(({ name }) => name.toLowerCase());
  t.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  t.is(new Set(ruleFiles.map(({ category }) => category)).size, ruleFiles.length);
  t.true(names.length >= 400, `${names.length} technologies`);
});

test('what rules imply, exclude and require is there', (t) => {
  const names = new Set(technologies.map(({ name }) => name));
  for (const { name, implies = [], excludes = [], requires = [] } of technologies) {
    t.deepEqual(
      [...implies, ...excludes, ...requires].filter((other) => !names.has(other)),
      [],
      name,
    );
  }
});

for (const { category, technologies: ofFile } of ruleFiles) {
  test(`${category}: what a site shows tells of its technology and version, and of nothing that it is not`, async (t) => {
    const wrong: string[] = [];
    for (const { name, examples } of ofFile) {
      for (const example of examples) {
        const { technologies: found } = await reader.detect(evidenceOf(example), AbortSignal.timeout(10_000));
        const own = found.find((one) => one.name === name);
        const allowed = expected(name, example);
        const odd = found.filter((one) => !allowed.has(one.name)).map((one) => one.name);
        if (own === undefined || own.version !== (example.version ?? null) || odd.length > 0) {
          wrong.push(`${name} ${own?.version}, ${odd.join(', ')}: ${JSON.stringify(example)}`);
        }
      }
    }
    t.deepEqual(wrong, []);
  });
}

/** Examples show what goes with them as vendors write it: servers name modules and systems in one header. */
function expected(
  name: string,
  { headers = {}, page = '' }: RuledTechnology['examples'][number],
): Set<string> {
  const all = new Set([name, ...impliedBy(name)]);
  const server = headers.server ?? headers['x-powered-by'] ?? '';
  for (const other of technologies) {
    const isNamed =
      /\b(?:Apache|nginx|OpenSSL|Python|PHP|Perl|mod_|Ruby|Ubuntu|Debian|CentOS|Unix|Win64)/.test(server);
    const isBeside = ['Web servers', 'Operating systems', 'Programming languages', 'Libraries'].includes(
      ruleFiles.find((file) => file.technologies.includes(other))!.category,
    );
    if ((isNamed && isBeside) || /mkdocs-material/.test(page)) impliedBy(other.name, all.add(other.name));
  }
  return all;
}
