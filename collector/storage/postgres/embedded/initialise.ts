import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { majorVersion, type PostgresBinaries } from './binaries.ts';
import { exists } from './owner.ts';
import { commandLine, type SpawnPlan } from './spawn-plan.ts';

/**
 * The role and the database that the collector uses have this name. The role is no superuser: it can't reach the
 * system's files.
 */
export const roleName = 'sonde';

const passwordFile = 'sonde_password';
const unfinishedMark = '.new-';

/** Only our role on our database, over the Unix socket, with its password; the superuser can't log in at all. */
const hostBasedAccess = `local ${roleName} ${roleName} scram-sha-256\n`;

/**
 * Makes the cluster in a directory beside its place and moves it there when it is whole, so that one that was
 * interrupted is made anew. Does nothing if it exists. Throws if another major version made it.
 */
export async function ensureCluster(
  cluster: string,
  binaries: PostgresBinaries,
  plan: SpawnPlan,
): Promise<void> {
  const made = await clusterVersion(cluster);
  if (made !== undefined) return refuseOtherVersion(cluster, made, await majorVersion(binaries));
  await removeUnfinished(cluster);
  const unfinished = `${cluster}${unfinishedMark}${process.pid}`;
  await run(plan, binaries.initdb, [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    '--auth-local=peer',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]);
  const password = randomBytes(32).toString('hex');
  await makeDatabase(plan, binaries, unfinished, password);
  await give(plan, join(unfinished, passwordFile), password);
  await give(plan, join(unfinished, 'pg_hba.conf'), hostBasedAccess);
  try {
    await rename(unfinished, cluster);
  } catch (error) {
    // Another collector was faster; whether it may be joined is for the caller to find out.
    await rm(unfinished, { recursive: true, force: true });
    if ((await clusterVersion(cluster)) === undefined) throw error;
  }
}

/** Removes what interrupted starts have left; not what another collector is making at this moment. */
async function removeUnfinished(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    const [before, pid] = name.split(unfinishedMark);
    if (before !== basename(cluster) || pid === undefined) continue;
    if (Number(pid) !== process.pid && exists(Number(pid))) continue;
    await rm(join(dirname(cluster), name), { recursive: true, force: true });
  }
}

/** Reads the role's password, which lies in the cluster and is readable to its owner alone. */
export async function clusterPassword(cluster: string): Promise<string> {
  return (await readFile(join(cluster, passwordFile), 'utf8')).trim();
}

async function clusterVersion(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function refuseOtherVersion(cluster: string, made: number, ours: number): void {
  if (made === ours) return;
  throw new Error(
    `The data in ${cluster} was made by PostgreSQL ${made} and this program brings PostgreSQL ${ours}. Dump it with the program that made it (pg_dump) and restore it into a new data directory.`,
  );
}

/** Runs the server once in its single-user mode, where each line is a statement. */
async function makeDatabase(
  plan: SpawnPlan,
  binaries: PostgresBinaries,
  cluster: string,
  password: string,
): Promise<void> {
  const statements = [
    `CREATE ROLE ${roleName} LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE ${roleName} OWNER ${roleName}`,
  ];
  const input = `${statements.join('\n')}\n`;
  const singleUser = ['--single', '-D', cluster, '-c', 'log_min_error_statement=panic', 'postgres'];
  const complaints = await run(plan, binaries.postgres, singleUser, input);
  if (/^.*(ERROR|FATAL|PANIC):/m.test(complaints)) {
    throw new Error(`PostgreSQL could not make its database: ${complaints.trim()}`);
  }
}

async function give(plan: SpawnPlan, path: string, content: string): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
  if (plan.owner) await chown(path, plan.owner.uid, plan.owner.gid);
}

/** Runs a program to its end and returns what it wrote to its standard error. */
async function run(
  plan: SpawnPlan,
  program: string,
  programArguments: readonly string[],
  input = '',
): Promise<string> {
  const [file, all] = commandLine(plan, program, programArguments);
  const child = spawn(file, all, { ...plan.options, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [complaints, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${program} failed (${code}): ${complaints.trim()}`);
  return complaints;
}
