import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonPath, lineOfPath } from '@sonde/shared/text/json-lines.ts';
import type { z } from 'zod';
import type { ContentProblem, ContentSet, ReloadableContent } from '../../ports/content/content.ts';

const maxBytes = 1_048_576;
const maxFiles = 1_000;

interface KnownFile<Item> {
  /** The mark tells a changed file from the one that was read. */
  readonly mark: string;
  /** The item as it was right last. */
  readonly item: Item | undefined;
  readonly problem: ContentProblem | undefined;
}

interface Parts<Item> {
  readonly kind: string;
  /** The program's folder comes first, then an operator's: of one id the last folder's item counts. */
  readonly folders: readonly string[];
  readonly schema: z.ZodType<Item>;
}

/**
 * A content folder has JSON files of one form, one item each. A file that can't be read, or is not of the form, is told
 * of with its line, and what it said when it was right last stays in force.
 */
export class ContentFolder<Item extends { readonly id: string }> implements ReloadableContent {
  readonly kind: string;
  readonly #folders: readonly string[];
  readonly #schema: z.ZodType<Item>;
  #known = new Map<string, KnownFile<Item>>();
  #current: ContentSet<Item> = { items: [], version: '', problems: [] };

  constructor({ kind, folders, schema }: Parts<Item>) {
    this.kind = kind;
    this.#folders = folders;
    this.#schema = schema;
  }

  get current(): ContentSet<Item> {
    return this.#current;
  }

  async refresh(): Promise<void> {
    const known = new Map<string, KnownFile<Item>>();
    const problems: ContentProblem[] = [];
    const byId = new Map<string, Item>();
    for (const folder of this.#folders) {
      const names = await this.#list(folder, known, problems);
      const own = new Map<string, string>();
      for (const name of names) {
        const path = join(folder, name);
        const file = known.get(path) ?? (await this.#read(path));
        known.set(path, file);
        if (file.problem !== undefined) problems.push(file.problem);
        if (file.item === undefined) continue;
        const { id } = file.item;
        const other = own.get(id);
        if (other !== undefined) {
          problems.push({ file: path, line: null, message: `The id "${id}" is that of ${other} already.` });
          continue;
        }
        own.set(id, name);
        byId.set(id, file.item);
      }
    }
    if (this.#current.version !== '' && isSame(known, this.#known)) {
      // The files are looked at every few seconds, and almost always are what they were: nothing is digested anew.
      this.#current = { ...this.#current, problems };
      return;
    }
    const items = [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const version = createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 22);
    this.#known = known;
    // What asks by identity sees nothing new where nothing is.
    const same = version === this.#current.version;
    this.#current = { items: same ? this.#current.items : items, version, problems };
  }

  /** The names of the files in a folder. If it can't be listed its files count as they were. */
  async #list(folder: string, known: Map<string, KnownFile<Item>>, problems: ContentProblem[]) {
    try {
      const entries = await readdir(folder);
      const names = entries.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
      if (names.length > maxFiles)
        problems.push({ file: folder, line: null, message: `Only the first ${maxFiles} files are read.` });
      return names.slice(0, maxFiles);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A folder that an operator has not made holds nothing.
      if (code === 'ENOENT') return [];
      problems.push({ file: folder, line: null, message: `The folder can't be listed (${code}).` });
      const before = [...this.#known].filter(([path]) => path.startsWith(`${folder}/`));
      for (const [path, file] of before) known.set(path, file);
      return before.map(([path]) => path.slice(folder.length + 1));
    }
  }

  async #read(path: string): Promise<KnownFile<Item>> {
    const before = this.#known.get(path);
    const wrong = (mark: string, line: number | null, message: string): KnownFile<Item> => ({
      mark,
      item: before?.item,
      problem: { file: path, line, message },
    });
    let mark = '';
    try {
      const status = await stat(path);
      mark = `${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}`;
      if (before?.mark === mark) return before;
      if (!status.isFile()) return wrong(mark, null, 'This is no file.');
      if (status.size > maxBytes) return wrong(mark, null, `The file has more than ${maxBytes} bytes.`);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
      const read = readItem(text, this.#schema);
      return 'item' in read
        ? { mark, item: read.item, problem: undefined }
        : wrong(mark, read.line, read.message);
    } catch (error) {
      const why = error instanceof TypeError ? 'it is not UTF-8' : (error as NodeJS.ErrnoException).code;
      return wrong(mark, null, `The file can't be read (${why}).`);
    }
  }
}

/** Tells whether the same files say the same: a file that was not read again is the same object. */
function isSame<Item>(
  one: ReadonlyMap<string, KnownFile<Item>>,
  other: ReadonlyMap<string, KnownFile<Item>>,
): boolean {
  return one.size === other.size && [...one].every(([path, file]) => other.get(path) === file);
}

/** Reads one item out of JSON, or says what is wrong on which line. */
export function readItem<Item>(
  text: string,
  schema: z.ZodType<Item>,
): { item: Item } | { line: number | null; message: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const line = /line (\d+)/.exec(message)?.[1];
    return { line: line === undefined ? text.split('\n').length : Number(line), message: `${message}.` };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { item: parsed.data };
  const [issue] = parsed.error.issues;
  const { path, message } = deepest(issue!);
  const where = path.map(String).join('.');
  return { line: lineOfPath(text, path), message: where === '' ? message : `${where}: ${message}` };
}

/** Finds, of alternatives none of which fits, the complaint about the one that fits furthest. */
function deepest(issue: z.core.$ZodIssue): { path: JsonPath; message: string } {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  if (issue.code !== 'invalid_union') return { path, message: issue.message };
  const inner = issue.errors
    .flatMap((issues) => issues.map(deepest))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  return inner === undefined
    ? { path, message: issue.message }
    : { path: [...path, ...inner.path], message: inner.message };
}
