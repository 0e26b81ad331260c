import type { Source } from './source.ts';

/** The configuration files are the file that the server is started with, and the files that it includes. */
export interface ConfigurationFiles {
  readonly main: Source;
  /** Files that a path or a pattern names, as far as they were sent along; undefined where there is no such file. */
  include(path: string, from: Source): readonly Source[] | undefined;
}

/** The include depth bounds how deep files may include each other. */
export const deepestInclude = 16;
/** The include count bounds the files read for one configuration, a file read twice counted twice. */
export const mostIncludes = 500;
