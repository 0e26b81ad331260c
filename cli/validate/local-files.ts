import { globSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { MissingFile } from '@sonde/scanner/configuration/model/finding.ts';
import { largestFile, largestUpload, mostFiles } from '@sonde/scanner/configuration/upload/bounds.ts';
import type { SentFile } from '@sonde/scanner/configuration/upload/unpack-upload.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { readBytes } from './read-bytes.ts';

/** Reads the files that the command line names, those of folders too, by their absolute paths. Throws UsageError. */
export function readLocalFiles(paths: readonly string[]): SentFile[] {
  const names = new Set(
    paths.flatMap((path) => (isFolder(path) ? filesBelow(resolve(path)) : [resolve(path)])),
  );
  if (names.size > mostFiles)
    throw new UsageError(`There are more than ${mostFiles} files to check.`, exitCodes.failed);
  const named = new Set(paths.map((path) => resolve(path)));
  return [...names].flatMap((name) => {
    const content = readBytes(name, named.has(name) ? largestUpload : largestFile);
    // Journals and keys stand beside configurations.
    return !named.has(name) && content.includes(0) ? [] : [{ name, content }];
  });
}

/** Reads files of this machine that includes name and that were not read yet; what can't be read stays missing. */
export function readIncluded(
  missing: readonly MissingFile[],
  main: string,
  held: ReadonlySet<string>,
): SentFile[] {
  const names = new Set(missing.flatMap((one) => pathsOf(one, main)));
  return [...names].flatMap((name) => {
    if (held.has(name)) return [];
    try {
      const { size } = statSync(name);
      return size > largestFile || !statSync(name).isFile() ? [] : [{ name, content: readFileSync(name) }];
    } catch {
      return [];
    }
  });
}

/** A server looks for a relative path beside the file that names it, beside the main file, or where it is started. */
function pathsOf({ path, from, kind }: MissingFile, main: string): string[] {
  for (const folder of [dirname(from), dirname(main), process.cwd()]) {
    const wanted = resolve(folder, path);
    const found =
      kind === 'file'
        ? [wanted].filter((one) => isFile(one))
        : globSync(kind === 'directory' ? join(wanted, '*') : wanted).filter((one) => isFile(one));
    if (found.length > 0) return found.sort().slice(0, mostFiles);
  }
  return [];
}

function filesBelow(folder: string): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (const one of folders) {
    for (const entry of readdirSync(one, { withFileTypes: true })) {
      const path = join(one, entry.name);
      if (entry.isDirectory() && folders.length < mostFiles) folders.push(path);
      else if (entry.isFile() && lstatSync(path).size <= largestFile) files.push(path);
      if (files.length > mostFiles) return files;
    }
  }
  return files;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
