import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** A group is a list of sources that browsers fetch as one file, and the entries with which they do. */
export interface Group {
  readonly name: 'shared' | 'charts';
  /** Paths from the root of the dashboard. */
  readonly sources: readonly string[];
  readonly entries: readonly string[];
}

/**
 * Gathers what several entries share into two groups. By itself esbuild makes a file for each set of entries that share something,
 * which are dozens of a few hundred octets: each is a request of its own, and a browser has six connections.
 */
export function groupsOf(metafile: Metafile): Group[] {
  const sourcesBy = new Map(
    entriesOf(metafile).map(([entry, output]) => [entry, sourcesFrom(metafile, output)]),
  );
  const users = new Map<string, number>();
  for (const sources of sourcesBy.values()) {
    for (const source of sources) users.set(source, (users.get(source) ?? 0) + 1);
  }
  const shared = [...users]
    .filter(([source, count]) => count > 1 && /\.tsx?$/.test(source) && !source.startsWith('..'))
    .map(([source]) => source)
    .sort();
  // Drawings, with the packages that they bring, are the greatest part of what pages share; many pages have none.
  const draws = (source: string) =>
    [...importedBy(metafile, source)].some((path) => path.startsWith('charts/'));
  const [charts, others] = [shared.filter(draws), shared.filter((source) => !draws(source))];
  const entries = [...sourcesBy.keys()].sort();
  const drawing = entries.filter((entry) => charts.some((chart) => sourcesBy.get(entry)!.has(chart)));
  return [
    { name: 'shared', sources: others, entries },
    { name: 'charts', sources: charts, entries: drawing },
  ];
}

/** Has every entry of a group import all of it, so that all its sources are shared by the same entries: one file. */
export function groupPlugin(root: string, groups: readonly Group[]): Plugin {
  const named = new Map(groups.map((group) => [`sonde-group:${group.name}`, group]));
  return {
    name: 'groups',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^sonde-group:/ }, ({ path }) => ({ path, namespace: 'groups' }));
      onLoad({ filter: /.*/, namespace: 'groups' }, ({ path }) => ({
        contents: importing(named.get(path)!.sources.map((source) => join(root, source))),
        resolveDir: root,
      }));
      for (const entry of new Set(groups.flatMap(({ entries }) => entries))) {
        const path = join(root, entry);
        const mine = groups.filter(({ entries }) => entries.includes(entry));
        const filter = new RegExp(`^${path.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`);
        onLoad({ filter, namespace: 'file' }, async () => {
          const text = await readFile(path, 'utf8');
          return {
            contents: `${importing(mine.map(({ name }) => `sonde-group:${name}`))}${text}`,
            loader: 'tsx',
          };
        });
      }
    },
  };
}

/** The entries of a build by their sources: what is loaded at first, and each page. */
export function entriesOf({ outputs }: Metafile): [source: string, output: string][] {
  return Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint !== undefined && (entryPoint === 'main.tsx' || entryPoint.startsWith('pages/'))
      ? [[entryPoint, path]]
      : [],
  );
}

/** The outputs that an output needs at once, itself among them. */
export function neededBy({ outputs }: Metafile, output: string): Set<string> {
  const needed = new Set([output]);
  for (const path of needed) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') needed.add(imported);
    }
  }
  return needed;
}

/** The sources that a source needs at once, itself among them. */
function importedBy({ inputs }: Metafile, source: string): Set<string> {
  const needed = new Set([source]);
  for (const path of needed) {
    for (const { path: imported, kind } of inputs[path]?.imports ?? []) {
      if (kind === 'import-statement') needed.add(imported);
    }
  }
  return needed;
}

function sourcesFrom(metafile: Metafile, output: string): Set<string> {
  return new Set(
    [...neededBy(metafile, output)].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {})),
  );
}

function importing(paths: readonly string[]): string {
  return paths.map((path) => `import ${JSON.stringify(path)};\n`).join('');
}
