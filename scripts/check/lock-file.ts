/** A lock entry is the part of a package in npm's lock file that is read here. */
export interface LockEntry {
  version?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Finds packages that the lock file fetches from a fixed address instead of the registry in use. */
export function downloadAddresses(lock: LockFile): string[] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
    .map(([path]) => path);
}

/**
 * Finds optional packages that a locked package names and the lock file lacks, with the entry that would fill the gap.
 */
export function optionalGaps(lock: LockFile): { name: string; entry: LockEntry }[] {
  const gaps = new Map<string, LockEntry>();
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isLocked(lock, path, name)) continue;
      const parts = name.split(/[-/]/);
      gaps.set(name, {
        version,
        ...(parent.dev === true ? { dev: true } : {}),
        optional: true,
        ...pick('os', systems, parts),
        ...pick('cpu', processors, parts),
        ...(parts.includes('musl') ? { libc: ['musl'] } : {}),
      });
    }
  }
  return [...gaps].map(([name, entry]) => ({ name, entry }));
}

function pick(key: 'os' | 'cpu', known: readonly string[], parts: readonly string[]) {
  const found = known.find((value) => parts.includes(value));
  return found === undefined ? {} : { [key]: [found] };
}

// As Node finds it: beside the package or in a node_modules further up.
function isLocked(lock: LockFile, from: string, name: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`] !== undefined) return true;
    if (place === '') return false;
    if (!place.includes('/node_modules/')) return lock.packages[`node_modules/${name}`] !== undefined;
  }
}
