import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDirectory } from '../check/package-program.ts';

/**
 * Writes the licences of Sonde, of Node.js, of the packages that the bundled files come from, and of further ones.
 * `inputs` are paths of files, as the bundler names them.
 */
export function licences(inputs: readonly string[], further: readonly string[]): string {
  const names = new Set(inputs.map(packageOf).filter((name) => name !== undefined));
  const parts: [title: string, text: string][] = [
    ['Sonde', readFileSync(join(rootDirectory, 'LICENSE'), 'utf8')],
    ['Node.js', licenceIn(dirname(dirname(process.execPath)))],
    ...[...names, ...further].toSorted().map((name): [string, string] => [name, packageLicence(name)]),
  ];
  return parts
    .map(([title, text]) => `${title}\n${'='.repeat(title.length)}\n\n${text.trim()}\n`)
    .join('\n\n');
}

/** The package below node_modules that a file belongs to; undefined for our own. */
function packageOf(path: string): string | undefined {
  const inside = path.split('node_modules/').at(-1);
  if (inside === undefined || inside === path) return undefined;
  const [first = '', second = ''] = inside.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function packageLicence(name: string): string {
  const directory = join(rootDirectory, 'node_modules', name);
  const text = licenceIn(directory);
  if (text !== '') return text;
  const manifest = join(directory, 'package.json');
  if (!existsSync(manifest)) return 'Licence as stated by its authors.';
  return `Licence: ${(JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string }).license}`;
}

function licenceIn(directory: string): string {
  if (!existsSync(directory)) return '';
  const file = readdirSync(directory).find((name) => /^licen[cs]e(?:\.|$)/i.test(name));
  return file === undefined ? '' : readFileSync(join(directory, file), 'utf8');
}
