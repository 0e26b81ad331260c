/** A recipe says how a site of known software is put up. */
export interface Recipe {
  readonly name: string;
  /** Packages of npm and of PyPI, with versions if need be, and of Debian. */
  readonly npm?: readonly string[];
  readonly pip?: readonly string[];
  readonly debian?: readonly string[];
  /** Files of our own in its directory. */
  readonly files?: Readonly<Record<string, string>>;
  /** Shell commands in its directory, before it starts. */
  readonly before?: readonly string[];
  /** A shell command that listens on $PORT of 127.0.0.1 until it is ended; absent if only `serve` is. */
  readonly run?: string;
  /** A folder whose files are served by nothing that tells of itself. */
  readonly serve?: string;
  readonly path?: string;
  /** Instead of a recorded page: one around the software's own headers. */
  readonly page?: string;
  /**
   * What is there: `npm:`, `pip:` or `deb:` and a package stands for its installed version, `python:` for Python's own, other texts for themselves; null if
   * there is no version.
   */
  readonly there: Readonly<Record<string, string | null>>;
}
