import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { IncludeKind } from './files.ts';

/** A configuration finding states one fault of a configuration, or one possible improvement. */
export interface ConfigurationFinding {
  /** Stable, snake_case: `unknown_option`, `open_recursion`. */
  readonly code: string;
  readonly severity: Severity;
  /** Whether the server refuses to start with it. */
  readonly refused: boolean;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** After the last character. */
  readonly endColumn: number;
  /** One sentence for a person; it never holds a secret. */
  readonly message: string;
  /** The source of the finding: a manual's section, an RFC, a guide. */
  readonly rule: string;
  /** The next step, one sentence. */
  readonly suggestion: string | null;
  /** Lines to write instead. */
  readonly snippet: string | null;
}

/** A missing file is one that an include names and that was not sent along. */
export interface MissingFile {
  readonly path: string;
  /** The file that names it. */
  readonly from: string;
  readonly kind: IncludeKind;
}

/** A configuration verdict states whether the server would accept the configuration, and the findings. */
export interface ConfigurationVerdict {
  readonly serverType: string;
  /** Whether the type was seen in the text, not said. */
  readonly detected: boolean;
  /** The version of the server that the options are held against; null for any. */
  readonly version: string | null;
  /** Whether the server would accept it. */
  readonly valid: boolean;
  /** The main one first; those that nothing includes are not `used`, and not judged. */
  readonly files: readonly { readonly name: string; readonly lines: number; readonly used: boolean }[];
  /** The files that includes name and nobody sent. */
  readonly missing: readonly MissingFile[];
  readonly findings: readonly ConfigurationFinding[];
  /** Findings that were left out because there are too many. */
  readonly omitted: number;
}
