import { gzipSync } from 'node:zlib';
import { DebianTree } from './debian-tree.ts';
import { manualPage } from './manual-page.ts';
import type { PackagedProgram } from './packaged-program.ts';

export interface DebOptions {
  readonly program: PackagedProgram;
  readonly executable: string;
  /** Texts of licences, for the file that Debian calls `copyright`. */
  readonly licences: string;
  /** The path of the package. */
  readonly target: string;
  /** Takes the tree that is packed; must be empty. */
  readonly scratch: string;
}

/** Builds a Debian package of the executable, its unit, an example of its configuration, its manual page and its documentation. */
export function buildDeb({ program, executable, licences, target, scratch }: DebOptions): void {
  const { name } = program;
  const tree = new DebianTree(program, scratch);
  tree.put(executable, `usr/bin/${name}`, 0o755);
  tree.putService(licences);
  tree.write(`usr/share/man/man8/${name}.8.gz`, gzipSync(manualPage(program, executable), { level: 9 }));
  tree.pack(target);
}
