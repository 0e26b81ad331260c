import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { groupPlugin, groupsOf } from './build-groups.ts';
import { pageTemplate } from './build-page.ts';

const root = import.meta.dirname;
const entry = join(root, 'main.tsx');

export interface BuiltFile {
  /** Below the directory, such as `assets/main-ABCDEFGH.js`; its name changes with its content. */
  readonly path: string;
  /** SHA-256 of its content, in hex. */
  readonly hash: string;
  readonly bytes: number;
}

export interface BuiltDashboard {
  readonly files: readonly BuiltFile[];
  /** The one page that every address of the dashboard answers with, once `htmlFor` (build-page.ts) has been told the address. */
  readonly html: string;
}

/**
 * Bundles the dashboard into a directory: hashed files that never change, and `index.html`. Nothing else is read or
 * fetched, and the same sources give the same files. Rejects if esbuild cannot be run or the sources have an error.
 */
export async function buildDashboard(outDirectory: string): Promise<BuiltDashboard> {
  // The first build is for its account of who shares what.
  const { metafile: apart } = await build(optionsFor(outDirectory));
  const plugins = [groupPlugin(root, groupsOf(apart))];
  const { outputFiles, metafile } = await build({ ...optionsFor(outDirectory), plugins });
  const files: BuiltFile[] = [];
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
    files.push({
      path: relative(outDirectory, path),
      hash: createHash('sha256').update(contents).digest('hex'),
      bytes: contents.byteLength,
    });
  }
  const html = pageTemplate(metafile, {
    routes: await readFile(join(root, 'app', 'routes.ts'), 'utf8'),
    nameOf: (output) => relative(outDirectory, join(root, output)),
  });
  await writeFile(join(outDirectory, 'index.html'), html);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), html };
}

function optionsFor(outdir: string) {
  return {
    entryPoints: [entry],
    absWorkingDir: root,
    outdir,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox125', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'eof',
    metafile: true,
    write: false,
    logLevel: 'silent',
    tsconfigRaw: '{}',
  } as const satisfies BuildOptions;
}

/** Computes a hash of all inputs of a build, in hex: as long as it stays the same, so does the build. */
export async function dashboardSourceHash(): Promise<string> {
  const client = dirname(await resolved('@sonde/client/package.json'));
  const hash = createHash('sha256');
  for (const directory of [root, client]) {
    const paths = await readdir(directory, { recursive: true, withFileTypes: true });
    const sources = paths
      .filter((found) => found.isFile() && !found.parentPath.includes('node_modules'))
      .map((found) => join(found.parentPath, found.name))
      .sort();
    for (const path of sources) hash.update(`${relative(directory, path)}\n`).update(await readFile(path));
  }
  for (const name of ['preact', '@preact/signals', 'd3-sankey', 'd3-scale', 'd3-shape', 'socket.io-client']) {
    hash.update(await readFile(join(await packageRoot(name), 'package.json')));
  }
  return hash.digest('hex');
}

async function resolved(specifier: string): Promise<string> {
  return new URL(import.meta.resolve(specifier)).pathname;
}

/** Where a package lies: not every package lets its package.json be imported. */
async function packageRoot(name: string): Promise<string> {
  const path = await resolved(name);
  return path.slice(0, path.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}/`.length);
}
