import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@sonde/shared/system/log.ts';
import { type EngineConfiguration, engineConfiguration } from './config-file.ts';
import { EngineNotices } from './engine-notices.ts';
import type { EngineOptions } from './engine-options.ts';
import { startEngineProcess } from './engine-process.ts';
import { Supervisor } from './supervisor.ts';

export interface EmbeddedSettings extends EngineConfiguration {
  /** Holds everything of the engine; made if it is missing, readable by its owner alone. */
  readonly dataDirectory: string;
  readonly log: Log;
  /** Called when the first process has been begun, long before it serves. */
  readonly onBegun?: (() => void) | undefined;
  /** Between two signs of life, and how long they may fail to come before the engine's process is killed. */
  readonly heartbeatMilliseconds?: number;
  readonly silenceMilliseconds?: number;
}

export interface EmbeddedClickHouse {
  /** The path at which it answers the ClickHouse HTTP protocol. */
  readonly socketPath: string;
  /** The engine's process, undefined while there is none. */
  pid(): number | undefined;
  /** Counts how often the engine's process ended by itself and was started again. */
  restarts(): number;
  /** Resolves when the engine serves (again). */
  ready(): Promise<void>;
  /** Ends the engine's process and starts another, which sees the tables as every later one will. */
  beginAnew(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts ClickHouse in a child process on its data directory and keeps it running: when it crashes or goes silent, it
 * is started again, more slowly each time. Rejects if the first start fails, a directory in use for instance.
 */
export async function startEmbeddedClickHouse(settings: EmbeddedSettings): Promise<EmbeddedClickHouse> {
  const { dataDirectory, log } = settings;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await chmod(dataDirectory, 0o700);
  const configFile = join(dataDirectory, 'engine.xml');
  await writeFile(configFile, engineConfiguration(settings), { mode: 0o600 });
  const socket = await socketPath(dataDirectory);
  const options: EngineOptions = {
    dataDirectory: join(dataDirectory, 'engine'),
    socketPath: socket.path,
    configFile,
    incomingDirectory: join(dataDirectory, 'incoming'),
    heartbeatMilliseconds: settings.heartbeatMilliseconds ?? 2_000,
  };
  const notices = new EngineNotices(log);
  const supervisor = new Supervisor({
    start: () => startEngineProcess(options, settings.silenceMilliseconds ?? 30_000, { log, notices }),
    log,
  });
  const serving = supervisor.begin();
  settings.onBegun?.();
  await serving;
  return {
    socketPath: socket.path,
    pid: () => supervisor.pid(),
    restarts: () => supervisor.restarts,
    ready: () => supervisor.ready(),
    beginAnew: () => supervisor.beginAnew(),
    stop: async () => {
      await supervisor.stop();
      await socket.remove();
    },
  };
}

/** A Unix socket's path has room for 107 bytes on Linux and 103 elsewhere; a longer one moves to a directory of its own. */
async function socketPath(dataDirectory: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = join(dataDirectory, 'engine.sock');
  if (Buffer.byteLength(path) <= 103) return { path, remove: () => rm(path, { force: true }) };
  const directory = await mkdtemp(join(tmpdir(), 'sonde-'));
  return {
    path: join(directory, 'engine.sock'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
