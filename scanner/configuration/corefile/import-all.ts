import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import type { Source } from '../model/source.ts';
import { type Directive, readCorefile } from './read-corefile.ts';

const manual = 'CoreDNS manual, import';
/** Directives of one configuration, those of snippets counted as often as they are imported. */
const mostDirectives = 20_000;
/** Snippets and files that import each other. */
const deepest = 16;

/** Reads the server blocks of a Corefile with what they import: files, and snippets that stand before. */
export function importAll(files: ConfigurationFiles, findings: Findings): Directive[] {
  return new Importer(files, findings).blocks(files.main, 0);
}

class Importer {
  readonly #includes: Includes;
  readonly #findings: Findings;
  readonly #snippets = new Map<string, readonly Directive[]>();
  readonly #read = new Map<Source, Directive[]>();
  #directives = 0;

  constructor(files: ConfigurationFiles, findings: Findings) {
    this.#includes = new Includes(files, findings, manual);
    this.#findings = findings;
  }

  blocks(source: Source, depth: number): Directive[] {
    const blocks: Directive[] = [];
    for (const block of this.#parse(source)) {
      const name = block.words[0]?.text ?? '';
      const snippet = /^\((.+)\)$/.exec(name)?.[1];
      if (snippet !== undefined) this.#snippets.set(snippet, block.inner);
      else if (name === 'import' && !block.hasBlock) {
        for (const one of this.#filesOf(block, depth)) blocks.push(...this.blocks(one, depth + 1));
      } else blocks.push({ ...block, inner: this.#inner(block.inner, depth) });
    }
    return blocks;
  }

  /** Directives with imported ones in their places. */
  #inner(directives: readonly Directive[], depth: number): Directive[] {
    const inner: Directive[] = [];
    for (const directive of directives) {
      if (++this.#directives > mostDirectives) break;
      const isImport = directive.words[0]?.text === 'import' && !directive.hasBlock;
      if (!isImport) {
        inner.push(
          directive.inner.length === 0
            ? directive
            : { ...directive, inner: this.#inner(directive.inner, depth) },
        );
        continue;
      }
      if (directive.words.length > 2)
        this.#refuse(directive, 'too_many_values', 'import names one file or snippet.');
      const snippet = this.#snippets.get(directive.words[1]?.text ?? '');
      if (snippet !== undefined && depth < deepest) inner.push(...this.#inner(snippet, depth + 1));
      else if (snippet !== undefined) this.#refuse(directive, 'include_loop', 'A snippet imports itself.');
      else {
        for (const source of this.#filesOf(directive, depth)) {
          inner.push(...this.#inner(this.#parse(source), depth + 1));
        }
      }
    }
    return inner;
  }

  #filesOf(directive: Directive, depth: number): readonly Source[] {
    const path = directive.words[1];
    if (path !== undefined) return this.#includes.follow(path, depth, 'pattern');
    this.#refuse(directive, 'missing_value', 'import names a file or a snippet.');
    return [];
  }

  /** Faults of a file that is imported twice are told once. */
  #parse(source: Source): readonly Directive[] {
    const read = this.#read.get(source) ?? readCorefile(source, this.#findings);
    this.#read.set(source, read);
    return read;
  }

  #refuse(at: Directive, code: string, message: string): void {
    this.#findings.refuse({ code, at, message, rule: manual, suggestion: 'Name a file or a snippet.' });
  }
}
