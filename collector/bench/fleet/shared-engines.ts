import { randomBytes } from 'node:crypto';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { pino } from 'pino';
import { loadConfig } from '../../config/load-config.ts';
import { createLog } from '../../log/create-log.ts';
import { beginEngines } from '../../start/begin-engines.ts';
import type { SharedServers } from '../api/collector-process.ts';

/** Shared engines are a ClickHouse and a PostgreSQL that several collectors use together. */
export interface SharedEngines extends SharedServers {
  stop(): Promise<void>;
}

/** Starts both engines below this process, in a directory of their own, and gives them addresses as servers have. */
export async function startSharedEngines(dataDirectory: string): Promise<SharedEngines> {
  const { config } = loadConfig({ env: {}, flags: { dataDirectory } });
  const { postgres, clickhouse } = beginEngines(config, createLog('error', pino.destination(2)));
  const stop = async (): Promise<void> => {
    await Promise.all([postgres.stop(), clickhouse.stop()]);
  };
  try {
    const [{ host, port, user, password, database }, store] = await Promise.all([
      postgres.address,
      clickhouse.address,
    ]);
    if (!('socketPath' in store)) throw new TypeError('The embedded ClickHouse has no socket');
    const front = await portBefore(store.socketPath);
    const databaseUrl = new URL(`postgres://localhost/${database}`);
    databaseUrl.username = String(user);
    databaseUrl.password = String(password);
    databaseUrl.searchParams.set('host', String(host));
    databaseUrl.searchParams.set('port', String(port));
    return {
      databaseUrl: databaseUrl.href,
      clickhouseUrl: `http://127.0.0.1:${front.port}`,
      tokenSecret: randomBytes(32).toString('hex'),
      stop: async () => {
        front.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens a port of the loopback interface in front of a Unix socket. */
async function portBefore(socketPath: string): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((outer) => {
    const inner = createConnection(socketPath);
    // Whichever ends takes the other with it; whoever asked sees a connection that ended.
    pipeline(outer, inner, outer, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
