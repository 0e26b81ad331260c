import type { Source } from './source.ts';

/** The files of a configuration: the one that the server is started with, and those that it includes. */
export interface ConfigurationFiles {
  readonly main: Source;
  /** Files that a path or a pattern names, as far as they were sent along; undefined where there is no such file. */
  include(path: string, from: Source): readonly Source[] | undefined;
}

/** Included files within each other, at most. */
export const deepestInclude = 16;
/** Files read for one configuration, those read twice counted twice. */
export const mostIncludes = 500;
