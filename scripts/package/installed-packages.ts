import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDirectory } from '../check/package-program.ts';

interface LockedPackage {
  /** Set if the entry is a workspace of ours: its directory. */
  readonly resolved?: string;
  readonly link?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The installed packages that programs of ours need, as directories below the root. */
export interface InstalledPackages {
  /** Workspaces of ours, such as `shared`. */
  readonly workspaces: readonly string[];
  /** Directories of other packages, such as `node_modules/zod`, without the packages that lie within them. */
  readonly packages: readonly string[];
}

/** Lists what the workspaces need at run time, by the lock file. Packages for other platforms are left out. */
export function installedPackages(roots: readonly string[]): InstalledPackages {
  const lock = JSON.parse(readFileSync(join(rootDirectory, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const workspaces = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...roots];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const isOwn = !path.includes('node_modules');
    const found = isOwn ? workspaces : packages;
    if (found.has(path) || !existsSync(join(rootDirectory, path))) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[path]!;
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const place = placeOf(name, path, lock.packages);
      // What is optional may be missing, such as a package for another platform.
      if (place === undefined) continue;
      const { link, resolved } = lock.packages[place]!;
      waiting.push(link === true ? resolved! : place);
    }
  }
  return { workspaces: [...workspaces].toSorted(), packages: [...packages].toSorted() };
}

/** Finds a package as Node does: beside the one that asks, or in a directory above. */
function placeOf(
  name: string,
  from: string,
  locked: Readonly<Record<string, LockedPackage>>,
): string | undefined {
  for (let directory = from; ; directory = directory.slice(0, Math.max(0, directory.lastIndexOf('/')))) {
    if (!directory.endsWith('node_modules')) {
      const place = directory === '' ? `node_modules/${name}` : `${directory}/node_modules/${name}`;
      if (Object.hasOwn(locked, place)) return place;
    }
    if (directory === '') return undefined;
  }
}
