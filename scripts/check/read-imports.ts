import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

// Static imports and exports begin a statement; dynamic ones and import types may stand anywhere.
const statements =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm;
const calls = /\b(?:import|require)\s*\(\s*['"`]([^'"`$]+)['"`]/g;

/** Lists all that a file imports, as written. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text);
  return [...code.matchAll(statements), ...code.matchAll(calls)].map((found) => found[1] ?? found[2]!);
}

/** Imports of files of ours, as paths from the root. */
export function ownImports(file: SourceFile): string[] {
  return importsOf(file.text).flatMap((specifier) => {
    if (specifier.startsWith('@sonde/')) return [specifier.slice('@sonde/'.length)];
    if (!specifier.startsWith('.')) return [];
    return [posix.join(posix.dirname(file.path), specifier)];
  });
}

/** Lists the names of packages that a file imports, Node's own and ours left out. */
export function packageImports(file: SourceFile): string[] {
  return importsOf(file.text)
    .filter((specifier) => !/^(?:\.|\/|node:|@sonde\/|#|data:)/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}
