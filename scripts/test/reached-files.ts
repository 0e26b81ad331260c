import { posix } from 'node:path';
import { ownImports, packageImports } from '../check/read-imports.ts';
import { type SourceFile, sourceFiles } from '../check/source-files.ts';

/** A program that a file starts by its place: `join(import.meta.dirname, 'lab', 'cases.ts')`, `new URL('./child.ts', ...)`. */
const joined = /\bjoin\(\s*import\.meta\.dirname,([^()]*)\)/g;
const located = /\bnew URL\(\s*['"`]([^'"`$]+)['"`]\s*,\s*import\.meta\.url/g;

/**
 * Finds everything that a file reaches, itself included: files of ours by imports and by the programs that the file
 * starts, and packages as `npm:NAME`.
 */
export function reachedFiles(): (path: string) => ReadonlySet<string> {
  const files = new Map(sourceFiles().map((file) => [file.path, file]));
  const direct = new Map<string, readonly string[]>();
  const targetsOf = (path: string): readonly string[] => {
    const known = direct.get(path);
    if (known !== undefined) return known;
    const file = files.get(path);
    if (file === undefined) return [];
    const own = [...ownImports(file), ...startedPrograms(file)].filter((target) => files.has(target));
    const targets = [...own, ...packageImports(file).map((name) => `npm:${name}`)];
    direct.set(path, targets);
    return targets;
  };
  return (path) => {
    const reached = new Set([path]);
    for (const next of reached) for (const target of targetsOf(next)) reached.add(target);
    return reached;
  };
}

function startedPrograms({ path, text }: SourceFile): string[] {
  const directory = posix.dirname(path);
  const fromParts = [...text.matchAll(joined)].map(([, parts]) =>
    posix.join(directory, ...[...parts!.matchAll(/['"]([^'"]+)['"]/g)].map(([, part]) => part!)),
  );
  const fromUrls = [...text.matchAll(located)].map(([, url]) => posix.join(directory, url!));
  return [...fromParts, ...fromUrls];
}
