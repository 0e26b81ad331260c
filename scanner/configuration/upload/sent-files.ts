import type { ConfigurationFiles, IncludeKind } from '../model/files.ts';
import type { MissingFile } from '../model/finding.ts';
import { Source } from '../model/source.ts';
import { matchPattern } from './match-pattern.ts';
import type { TextFile } from './unpack-upload.ts';

interface Held {
  readonly source: Source;
  readonly parts: readonly string[];
}

/**
 * Sent files are the files of an upload. An include is looked for in it and nowhere else: by its path, from the folder of the file that names it, or by
 * the end of its path, since an upload seldom begins at the root of the machine.
 */
export class SentFiles implements ConfigurationFiles {
  readonly main: Source;
  readonly missing: MissingFile[] = [];
  readonly used: Set<Source>;
  readonly #held: readonly Held[];

  constructor(files: readonly TextFile[], main: TextFile) {
    this.#held = files
      .map((file) => ({ source: new Source(file.name, file.text), parts: partsOf(file.name) }))
      .sort((one, other) => (one.source.name < other.source.name ? -1 : 1));
    this.main = this.#held.find(({ source }) => source.name === main.name)!.source;
    this.used = new Set([this.main]);
  }

  get sources(): readonly Source[] {
    return this.#held.map(({ source }) => source);
  }

  include(path: string, from: Source, kind: IncludeKind = 'file'): readonly Source[] | undefined {
    const wanted = kind === 'directory' ? `${path}/*` : path;
    const found = this.#find(wanted, from, kind === 'file' ? same : matchPattern);
    if (found.length === 0) {
      this.missing.push({ path, from: from.name, kind });
      return undefined;
    }
    for (const source of found) this.used.add(source);
    return found;
  }

  #find(path: string, from: Source, fits: (pattern: string, name: string) => boolean): Source[] {
    const isAbsolute = path.startsWith('/');
    const folders = isAbsolute ? [[]] : [folderOf(from), folderOf(this.main), []];
    // A path is one file.
    const take = (held: readonly Held[]) =>
      (fits === same ? held.slice(0, 1) : held).map(({ source }) => source);
    for (const folder of folders) {
      const wanted = partsOf([...folder, path].join('/'));
      const exact = this.#held.filter(
        ({ parts }) => parts.length === wanted.length && tailOf(wanted, parts, fits) === parts.length,
      );
      if (exact.length > 0) return take(exact);
    }
    const wanted = partsOf(path);
    // An upload begins at any folder, as its main file does.
    const tops = new Set([
      '',
      ...[from, this.main].map((source) => partsOf(folderOf(source).join('/')).join('/')),
    ]);
    const tails = this.#held.flatMap((held) => {
      const tail = tailOf(wanted, held.parts, fits);
      const top = held.parts.slice(0, held.parts.length - tail).join('/');
      const isItself = held.source === from || held.source === this.main;
      const isWhole = tops.has(top) || tail === wanted.length;
      return tail > 0 && isWhole && !(tail === 1 && isItself) ? [{ held, tail }] : [];
    });
    const longest = Math.max(0, ...tails.map(({ tail }) => tail));
    return take(tails.filter(({ tail }) => tail === longest).map(({ held }) => held));
  }
}

const same = (one: string, other: string) => one === other;

const folderOf = ({ name }: Source) => [name.replace(/[^/]*$/, '').replace(/\/$/, '')];

/** The parts of a path, `.` and `..` worked out. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** How many parts at the end are alike. */
function tailOf(
  wanted: readonly string[],
  parts: readonly string[],
  fits: (pattern: string, name: string) => boolean,
): number {
  let tail = 0;
  while (tail < Math.min(wanted.length, parts.length) && fits(wanted.at(-1 - tail)!, parts.at(-1 - tail)!))
    tail++;
  return tail;
}
