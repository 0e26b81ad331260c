/**
 * The engine's own process: it opens ClickHouse on its data directory and answers its HTTP protocol on a Unix socket.
 * It is a process apart since a crash of the engine, a signal or a query that hangs would take the collector with it.
 */
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { connect } from 'node:net';
import { drainPending } from 'chdb';
import type { EngineMessage, EngineOptions } from './engine-options.ts';
import { forgetLostParts } from './forget-lost-parts.ts';
import { httpFront } from './http-front.ts';
import { stringLiteral } from './literal.ts';
import { EngineSession } from './session.ts';
import { SessionPool } from './session-pool.ts';

const readSessions = 4;
const insertSessions = 2;
/** Requests that may wait for a session of their kind. */
const waitingLimit = 256;
const closeMilliseconds = 10_000;

const options = JSON.parse(process.argv[2] ?? '{}') as EngineOptions;
const tell = (message: EngineMessage): void => {
  if (process.connected) process.send?.(message, () => {});
};

await main().catch((error: unknown) => {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  // An exit with open sessions may hang in the engine's own clean-up, a signal does not.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
});

async function main(): Promise<void> {
  const args = [`--config-file=${options.configFile}`, '--output_format_json_quote_64bit_integers=0'];
  const open = (): EngineSession => new EngineSession(options.dataDirectory, args);
  if (!(await isServed(options.socketPath))) await forgetLostParts(options.dataDirectory);
  const control = open();
  restoreSignals();
  const reads = Array.from({ length: readSessions }, open);
  const inserts = Array.from({ length: insertSessions }, open);
  const change = open();
  for (const session of reads) await session.makeReadOnly();

  const controlPool = new SessionPool([control], waitingLimit);
  const none = { database: '', settings: new Map<string, string>() };
  const onControl = (sql: string): Promise<unknown> =>
    controlPool.use((session) => session.run(sql, none, 'Null'));
  // Incoming bodies of a run that was killed are of no use to anyone.
  await rm(options.incomingDirectory, { recursive: true, force: true });
  await mkdir(options.incomingDirectory, { recursive: true, mode: 0o700 });
  const server = createServer(
    { requestTimeout: 0, keepAliveTimeout: 60_000, maxHeaderSize: 1024 * 1024 },
    httpFront({
      reads: new SessionPool(reads, waitingLimit),
      inserts: new SessionPool(inserts, waitingLimit),
      changes: new SessionPool([change], waitingLimit),
      // The synchronous form waits for the killed query and was seen to hang.
      cancel: async (queryId) => {
        await onControl(`KILL QUERY WHERE Settings['log_comment'] = ${stringLiteral(queryId)} ASYNC`);
      },
      incomingDirectory: options.incomingDirectory,
    }),
  );
  // Only the holder of the engine's lock gets here, so the socket that it removes belongs to nobody.
  await rm(options.socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.socketPath, resolve);
  });

  let closing = false;
  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), closeMilliseconds);
    server.close();
    server.closeAllConnections();
    for (const session of [...reads, ...inserts, change, control]) session.close();
    await drainPending();
    process.kill(process.pid, 'SIGKILL');
  };
  // The parent asks for the end over the channel; a channel that breaks means that there is no parent.
  process.on('message', () => void close());
  process.on('disconnect', () => void close());
  // It may have broken while the engine opened, when nobody listened.
  if (!process.connected) return void close();
  // A terminal sends its signals to the whole group: the parent decides when this process is to go.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

  tell({ kind: 'ready' });
  // Where the parent keeps what modules were compiled to: this process does not end by itself.
  flushCompileCache();
  while (!closing) {
    await onControl('SELECT 1');
    tell({ kind: 'alive' });
    await new Promise((resolve) => setTimeout(resolve, options.heartbeatMilliseconds));
  }
}

/** Tells whether another engine answers there: its directory is then not ours to touch. */
function isServed(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The engine catches fatal signals and then hangs in its handler; setting and removing a handler restores death. */
function restoreSignals(): void {
  const nothing = (): void => {};
  for (const signal of ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'] as const) {
    process.on(signal, nothing);
    process.off(signal, nothing);
  }
}
