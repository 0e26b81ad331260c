import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { OperatingUser } from './operating-user.ts';
import { firstBarrier } from './reach.ts';

/** A spawn plan states how to start a program of PostgreSQL: the words before it on the command line, and the user. */
export interface SpawnPlan {
  /** A command and its options that run the program, empty if it is run directly. */
  readonly prefix: readonly string[];
  readonly owner: OperatingUser | undefined;
  readonly options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
  };
}

/**
 * Works out how to run the server as another user and so that it ends with the collector, even one that was killed.
 *
 * util-linux's setpriv does both. If a directory above the program or the data is closed to that user (a checkout
 * in root's home), it also leaves the server the one capability of passing through directories; access(2) honours that
 * only with the securebit no_setuid_fixup, and PostgreSQL asks access(2) about its own program.
 * Without setpriv the server is started directly, and one that outlives its collector is found at the next start.
 */
export async function planSpawn(
  paths: readonly string[],
  user: OperatingUser | undefined,
): Promise<SpawnPlan> {
  const options = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  const mortal = await hasSetpriv();
  if (!user) return { prefix: mortal ? ['setpriv', ...endsWithParent, '--'] : [], owner: user, options };
  const barrier = await anyBarrier(paths, user);
  const capability = barrier === undefined ? undefined : await passingCapability();
  if (barrier !== undefined && (!mortal || capability === undefined)) {
    throw new Error(
      `PostgreSQL runs as user ${user.uid}, who may not pass through ${barrier}. Put the data and the program where everyone may (--data), or allow it: chmod o+x ${barrier}`,
    );
  }
  if (!mortal) return { prefix: [], owner: user, options: { ...options, uid: user.uid, gid: user.gid } };
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const passing =
    capability === undefined
      ? []
      : [
          '--securebits=+no_setuid_fixup',
          `--inh-caps=-all,+${capability}`,
          `--ambient-caps=-all,+${capability}`,
        ];
  return { prefix: ['setpriv', ...identity, ...passing, ...endsWithParent, '--'], owner: user, options };
}

/** Writes the whole command line for a program, as `[file, arguments]`. */
export function commandLine(
  plan: SpawnPlan,
  program: string,
  programArguments: readonly string[],
): [string, string[]] {
  const [file = program, ...rest] = [...plan.prefix, program, ...programArguments];
  return [file, rest];
}

/** A fast shutdown: it ends sessions and writes a checkpoint. */
const endsWithParent = ['--pdeathsig', 'INT'];

async function hasSetpriv(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    await promisify(execFile)('setpriv', [...endsWithParent, 'true'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

async function anyBarrier(paths: readonly string[], user: OperatingUser): Promise<string | undefined> {
  for (const path of paths) {
    const barrier = await firstBarrier(path, user);
    if (barrier !== undefined) return barrier;
  }
  return undefined;
}

/** Passing and reading alone if we may give it (containers often may not), else the capability that includes it. */
async function passingCapability(): Promise<string | undefined> {
  const status = await readFile('/proc/self/status', 'utf8');
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  const bounding = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  const has = (bit: bigint) => ((effective & bounding) >> bit) & 1n;
  if (has(2n)) return 'dac_read_search';
  return has(1n) ? 'dac_override' : undefined;
}
