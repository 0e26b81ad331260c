import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';

const root = import.meta.dirname;
const entry = join(root, 'main.tsx');
/** What stands in the page's HTML for the way from its own address up to where the dashboard begins. */
const wayUp = '{{way-up}}';

export interface BuiltFile {
  /** Below the directory, such as `assets/main-ABCDEFGH.js`; its name changes with its content. */
  readonly path: string;
  /** SHA-256 of its content, in hex. */
  readonly hash: string;
  readonly bytes: number;
}

export interface BuiltDashboard {
  readonly files: readonly BuiltFile[];
  /** The one page that every address of the dashboard answers with, once `htmlFor` has been told the address. */
  readonly html: string;
}

/**
 * Bundles the dashboard into a directory: hashed files that never change, and `index.html`. Nothing else is read or
 * fetched, and the same sources give the same files. Rejects if esbuild cannot be run or the sources have an error.
 */
export async function buildDashboard(outDirectory: string): Promise<BuiltDashboard> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    outdir: outDirectory,
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
  });
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
  const html = pageOf(metafile, outDirectory);
  await writeFile(join(outDirectory, 'index.html'), html);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), html };
}

/**
 * Writes the HTML for one address: `path` is the request's path as the collector sees it, such as `/threats/12`. Files
 * are named relative to it, so that the dashboard works behind a proxy's prefix that the collector knows nothing of.
 */
export function htmlFor(html: string, path: string): string {
  const steps = Math.max(0, path.split('/').length - 2);
  return html.replaceAll(wayUp, steps === 0 ? './' : '../'.repeat(steps));
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

function pageOf(metafile: Metafile, outDirectory: string): string {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === 'main.tsx');
  if (found === undefined) throw new Error('the dashboard has no entry');
  const [script, { cssBundle, imports }] = found;
  const href = (path: string) => `${wayUp}${relative(outDirectory, join(root, path))}`;
  const early = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Sonde</title>
<link rel="icon" href="${icon}">
${cssBundle === undefined ? '' : `<link rel="stylesheet" href="${href(cssBundle)}">\n`}${early
  .map((path) => `<link rel="modulepreload" href="${href(path)}">\n`)
  .join('')}<script type="module" src="${href(script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>Sonde's dashboard needs JavaScript. The API and its documentation do not: see <a href="${wayUp}docs">the API's pages</a>.</noscript>
</body>
</html>
`;
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5a8a"/>' +
    '<path d="M6 16h4l3-8 5 16 3-8h5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" ' +
    'stroke-linejoin="round"/></svg>',
)}`;
