import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Log } from '@sonde/shared/system/log.ts';
import type { PostgresBinaries } from './binaries.ts';
import { ownerSetting, ownIdentity } from './owner.ts';
import { commandLine, type SpawnPlan } from './spawn-plan.ts';

/** A postmaster is one run of the server process. */
export interface Postmaster {
  readonly pid: number;
  /** Settled when the process has ended, whatever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A postmaster error states that the server ended before it was ready. `retry` if the remains of a killed one are in
 * its way for a moment.
 */
export class PostmasterError extends Error {
  readonly retry: boolean;

  constructor(complaints: readonly string[]) {
    super(`PostgreSQL did not start: ${complaints.join(' ') || 'it ended without a word'}`);
    this.name = 'PostmasterError';
    this.retry = complaints.some((line) => /lock file|shared memory block|is in use/.test(line));
  }
}

const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'port=5432',
  'max_connections=60',
  'shared_buffers=32MB',
  'max_parallel_workers_per_gather=0',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'password_encryption=scram-sha-256',
  'logging_collector=off',
  'log_destination=stderr',
  'log_line_prefix=',
  'log_min_error_statement=panic',
  'lc_messages=C',
  'timezone=UTC',
];

/** A fast and then an immediate shutdown may take these milliseconds. */
const patience = { fast: 15_000, immediate: 5_000 };

/** Starts the server and waits until it takes connections. Throws a PostmasterError if it ends before. */
export async function startPostmaster(server: {
  cluster: string;
  socketDirectory: string;
  binaries: PostgresBinaries;
  plan: SpawnPlan;
  log: Log;
  onBegun?: (() => void) | undefined;
}): Promise<Postmaster> {
  const { cluster, plan, log } = server;
  const identity = ownIdentity();
  const all = [...settings, `unix_socket_directories="${server.socketDirectory}"`, ownerSetting + identity];
  const [file, argumentsOf] = commandLine(plan, server.binaries.postgres, [
    '-D',
    cluster,
    ...all.flatMap((setting) => ['-c', setting]),
  ]);
  // In a session of its own, so that Ctrl-C in a terminal reaches the collector alone, which ends the server last.
  const child = spawn(file, argumentsOf, {
    ...plan.options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  server.onBegun?.();
  await ready(child, log);
  return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended) };
}

function ready(child: ChildProcess, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    const complaints: string[] = [];
    child.once('error', (error) => reject(new PostmasterError([error.message])));
    child.once('close', () => reject(new PostmasterError(complaints)));
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve();
      if (/^(FATAL|PANIC|HINT|DETAIL):|setpriv|postgres:/.test(line) && complaints.length < 8)
        complaints.push(line);
      report(line, log);
    });
  });
}

/** One session's end, which its client reports itself. */
const ofOneSession =
  /^(the database system is|terminating connection|password authentication|no pg_hba|connection to)/;

/** The server's own log: what a client got an error for is the client's to report. */
function report(line: string, log: Log): void {
  const [, level = '', message = line] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? [];
  const grave =
    level === 'PANIC' || level === 'WARNING' || (level === 'FATAL' && !ofOneSession.test(message));
  log[grave ? 'warn' : 'debug']({ level, line: message }, 'PostgreSQL says');
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const later = setTimeout(() => child.kill('SIGQUIT'), patience.fast);
  const last = setTimeout(() => child.kill('SIGKILL'), patience.fast + patience.immediate);
  child.kill('SIGINT');
  await ended;
  clearTimeout(later);
  clearTimeout(last);
}
