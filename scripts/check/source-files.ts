import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const rootDirectory = join(import.meta.dirname, '..', '..');

export interface SourceFile {
  /** From the checkout's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Lists our own TypeScript and JavaScript. */
export function sourceFiles(): SourceFile[] {
  return textFiles(/\.(tsx?|mts|js|mjs)$/);
}

/** Lists our own files of these names, as git knows them: committed files and new ones that it does not ignore. */
export function textFiles(names: RegExp): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: rootDirectory,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .filter((path) => names.test(path) && existsSync(join(rootDirectory, path)))
    .map((path) => ({ path, text: readFileSync(join(rootDirectory, path), 'utf8') }));
}

/** Tells whether a file is shipped; the rest is tests and tools. */
export function isProduct(path: string): boolean {
  return (
    /^(shared|sensor|scanner|agent|cli|client|collector|dashboard|resolver-plugin)\//.test(path) &&
    !/\/(?:bench|examples)\//.test(path)
  );
}
