import type { Source } from './source.ts';

/** The include kind tells what a path of an include stands for: a file, a pattern of the shell, or all files of a folder. */
export type IncludeKind = 'file' | 'pattern' | 'directory';

/** The configuration files are the file that the server is started with, and the files that it includes. */
export interface ConfigurationFiles {
  readonly main: Source;
  /** Files that a path names, as far as they were sent along; undefined if there is no such file. */
  include(path: string, from: Source, kind?: IncludeKind): readonly Source[] | undefined;
}
