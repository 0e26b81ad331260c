import type { ConfigurationFiles, IncludeKind } from './files.ts';
import type { Findings } from './findings.ts';
import type { Source, Word } from './source.ts';

/** The include depth bounds how deep files may include each other. */
const deepestInclude = 16;
/** The include count bounds the files read for one configuration, a file read twice counted twice. */
const mostIncludes = 500;
/** The include length bounds the characters read for one configuration. */
const mostIncluded = 8 * 1024 * 1024;

/** Includes follow what the files of one configuration name, within bounds, and tell of those that were not sent along. */
export class Includes {
  readonly #files: ConfigurationFiles;
  readonly #findings: Findings;
  readonly #manual: string;
  #count = 0;
  #characters = 0;

  constructor(files: ConfigurationFiles, findings: Findings, manual: string) {
    this.#files = files;
    this.#findings = findings;
    this.#manual = manual;
  }

  /** Returns the files that a path means, in their order; none after telling why. `depth` is that of the file that names them. */
  follow(path: Word, depth: number, kind: IncludeKind = 'file', text = path.text): readonly Source[] {
    const sources = this.#files.include(text, path.source, kind);
    if (sources === undefined) {
      this.#findings.add({
        code: 'include_missing',
        severity: 'info',
        at: path,
        message: 'The included file was not sent along: what it says is not judged.',
        rule: this.#manual,
        suggestion: 'Send it along, or have it judged by itself.',
      });
      return [];
    }
    this.#count += sources.length;
    for (const one of sources) this.#characters += one.text.length;
    if (depth < deepestInclude && this.#count <= mostIncludes && this.#characters <= mostIncluded)
      return sources;
    this.#findings.refuse({
      code: 'include_loop',
      at: path,
      message: 'Files include each other too deep, or too many of them.',
      rule: this.#manual,
      suggestion: 'Mend the circle.',
    });
    return [];
  }
}
