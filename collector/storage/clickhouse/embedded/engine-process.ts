import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Log } from '@sonde/shared/system/log.ts';
import type { EngineNotices } from './engine-notices.ts';
import type { EngineMessage, EngineOptions } from './engine-options.ts';

/** A month of data was seen to open in well under ten seconds; a disk that checks itself may take long. */
const startMilliseconds = 180_000;
const stopMilliseconds = 15_000;

export interface EngineProcess {
  readonly pid: number;
  /** Resolves with the reason when the process is gone. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Starts the engine's process and resolves when it serves. Kills it when it gives no sign of life for that long. */
export async function startEngineProcess(
  options: EngineOptions,
  silenceMilliseconds: number,
  { log, notices }: { log: Log; notices: EngineNotices },
): Promise<EngineProcess> {
  const child = fork(fileURLToPath(new URL('engine-main.ts', import.meta.url)), [JSON.stringify(options)], {
    // Statements run on libuv's threads; four of them would starve under as many slow questions.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'json',
  });
  for (const output of [child.stdout!, child.stderr!])
    createInterface({ input: output }).on('line', (line) => notices.tell(line));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const watchdog = setTimeout(() => {
    log.error({ pid: child.pid }, 'The ClickHouse engine gives no sign of life and is killed');
    child.kill('SIGKILL');
  }, startMilliseconds);
  void ended.then(() => clearTimeout(watchdog));
  let failure: string | undefined;
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: EngineMessage) => {
      if (message.kind === 'failed') {
        failure = message.message;
        return;
      }
      clearTimeout(watchdog);
      armWatchdog();
      if (message.kind === 'ready') resolve();
    });
  });
  let silence: NodeJS.Timeout | undefined;
  const armWatchdog = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      log.error({ pid: child.pid }, 'The ClickHouse engine gives no sign of life and is killed');
      child.kill('SIGKILL');
    }, silenceMilliseconds);
    silence.unref();
  };
  void ended.then(() => clearTimeout(silence));
  const early = await Promise.race([ready, ended]);
  if (early !== undefined) throw new Error(`ClickHouse did not start: ${failure ?? early}`);
  return {
    pid: child.pid!,
    ended: ended.then((reason) => failure ?? reason),
    stop: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
      if (child.connected) child.send('stop', () => {});
      else child.kill('SIGKILL');
      await ended;
      clearTimeout(timer);
    },
  };
}
