import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import type { Source, Span, Word } from '../model/source.ts';

/** A Knot item is `item: value` or `item: [value, value]`. */
export interface KnotItem extends Span {
  readonly name: Word;
  readonly values: readonly Word[];
  /** Whether a dash begins it: the first item of an object. */
  readonly opens: boolean;
}

export interface KnotSection {
  readonly name: Word;
  readonly items: KnotItem[];
}

const manual = 'knot.conf(5)';

/** Reads the two levels of a knot.conf, which looks like YAML and is less. Goes on after faults. */
export function readSections(files: ConfigurationFiles, findings: Findings): KnotSection[] {
  const reader = new SectionReader(files, findings);
  reader.read(files.main, 0);
  return reader.sections;
}

class SectionReader {
  readonly sections: KnotSection[] = [];
  readonly #findings: Findings;
  readonly #includes: Includes;

  constructor(files: ConfigurationFiles, findings: Findings) {
    this.#includes = new Includes(files, findings, manual);
    this.#findings = findings;
  }

  read(source: Source, depth: number): void {
    let start = 0;
    let indent: number | undefined;
    let section: KnotSection | undefined;
    while (start <= source.text.length) {
      const end = lineEnd(source.text, start);
      const line = source.text.slice(start, end);
      const content = line.trimStart();
      if (content !== '' && !content.startsWith('#')) {
        const blank = line.length - content.length;
        if (line.includes('\t')) {
          const at = start + line.indexOf('\t');
          this.#refuse(
            'tabulator',
            { source, start: at, end: at + 1 },
            'A tabulator is not allowed.',
            'Use spaces.',
          );
        }
        const item = this.#item(source, start + blank, end);
        if (item !== undefined && blank === 0 && !item.opens) {
          section = this.#section(item, depth);
          indent = undefined;
        } else if (item !== undefined) {
          const column = blank + (item.opens ? item.name.start - (start + blank) : 0);
          if (section === undefined)
            this.#refuse('indentation', item, 'An item stands outside of all sections.', 'Begin a section.');
          else if (indent !== undefined && column !== indent) {
            this.#refuse(
              'indentation',
              item,
              'The item is not indented like those before it.',
              'Indent it alike.',
            );
          }
          indent ??= column;
          section?.items.push(item);
        }
      }
      start = end + 1;
    }
  }

  #section(item: KnotItem, depth: number): KnotSection | undefined {
    const path = item.values[0];
    if (item.name.text === 'include') {
      if (path !== undefined)
        for (const one of this.#includes.follow(path, depth, 'pattern')) this.read(one, depth + 1);
      return undefined;
    }
    if (path !== undefined)
      this.#refuse('syntax', path, 'A section has no value.', 'Put the items on lines below it.');
    const section = { name: item.name, items: [] };
    this.sections.push(section);
    return section;
  }

  #item(source: Source, start: number, end: number): KnotItem | undefined {
    const line = source.text.slice(start, end);
    const found = /^(- +)?([A-Za-z0-9][\w-]*) *:(?=\s|$)/.exec(line);
    const span = { source, start, end };
    if (found === null) {
      this.#refuse('syntax', span, 'The line is no item with a value.', 'Write item: value.');
      return undefined;
    }
    const [all, dash = '', name = ''] = found;
    const nameStart = start + dash.length;
    const word = { source, start: nameStart, end: nameStart + name.length, text: name, quoted: false };
    const values = this.#values(source, start + all.length, end);
    return { ...span, name: word, values, opens: dash !== '' };
  }

  /** One word, or words with commas between them in brackets. */
  #values(source: Source, start: number, end: number): Word[] {
    const words: Word[] = [];
    const pattern = /\s+|#.*|"(?:[^"\\]|\\.)*"|[[\],]|[^\s"[\],#]+|[\s\S]/y;
    const signs: string[] = [];
    let at = start;
    while (at < end) {
      pattern.lastIndex = at;
      const found = pattern.exec(source.text.slice(0, end))?.[0] ?? source.text[at]!;
      const word = { source, start: at, end: at + found.length };
      at += found.length;
      if (found.trim() === '') continue;
      if (found.startsWith('#')) {
        // A comment stands behind white space.
        if (word.start > start && /[^\s[\],]/.test(source.text[word.start - 1]!)) signs.push('#');
        continue;
      }
      if ('[],'.includes(found)) signs.push(found);
      else {
        const isQuoted = found.startsWith('"') && found.length > 1;
        signs.push(found === '"' ? '"' : 'w');
        words.push({ ...word, text: isQuoted ? found.slice(1, -1) : found, quoted: isQuoted });
      }
    }
    const form = signs.join('');
    if (!/^w?$|^\[w(?:,w)*\]$/.test(form)) {
      const message = 'A value is one word, or a list in brackets with commas between the words.';
      this.#refuse('syntax', { source, start, end }, message, 'Put a text with spaces in quotation marks.');
    }
    return words;
  }

  #refuse(code: string, at: Span, message: string, suggestion: string): void {
    this.#findings.refuse({ code, at, message, rule: manual, suggestion });
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
