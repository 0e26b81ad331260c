import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineConfiguration } from '../../../collector/storage/clickhouse/embedded/config-file.ts';
import { EngineNotices } from '../../../collector/storage/clickhouse/embedded/engine-notices.ts';
import { startEngineProcess } from '../../../collector/storage/clickhouse/embedded/engine-process.ts';
import { silentLog } from '../silent-log.ts';
import { startProxy } from './clickhouse-proxy.ts';

export interface ConfinedClickHouse {
  readonly directory: string;
  /** Runs the work on an engine that may do no more than this user of the file. */
  as(user: string, work: (url: string) => Promise<void>): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Engines one after the other on the same data, with the users of a file that is made for a server: the engine's own user
 * stands for one of them, with its grants, its profile and its quota.
 */
export async function makeConfinedClickHouse(usersFile: URL): Promise<ConfinedClickHouse> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  const file = await readFile(usersFile, 'utf8');
  const as: ConfinedClickHouse['as'] = async (user, work) => {
    const [definition] = new RegExp(`<${user}>\\s*<password(?:(?!</${user}>).)*</${user}>`, 's').exec(file)!;
    const own = definition
      .replaceAll(new RegExp(`(?<=^<|</)${user}(?=>$|>\\s)`, 'g'), 'default')
      .replace(/<password_sha256_hex [^>]*>/, '<password/>');
    const users = join(directory, 'users.xml');
    await writeFile(
      users,
      file
        .replace(/<users>.*<\/users>/s, `<users>${own}</users>`)
        .replace('<profiles>', '<profiles><default/>')
        .replace('<quotas>', '<quotas><default/>'),
    );
    const configFile = join(directory, 'engine.xml');
    const engine = engineConfiguration({ memoryBytes: 768 * 1024 * 1024, testCluster: true });
    await writeFile(
      configFile,
      engine.replace('</clickhouse>', `<users_config>${users}</users_config></clickhouse>`),
    );
    const socketPath = join(directory, 'engine.sock');
    const running = await startEngineProcess(
      {
        dataDirectory: join(directory, 'engine'),
        socketPath,
        configFile,
        incomingDirectory: join(directory, 'incoming'),
        heartbeatMilliseconds: 2_000,
      },
      30_000,
      { log: silentLog, notices: new EngineNotices(silentLog) },
    );
    const proxy = await startProxy(socketPath);
    try {
      await work(proxy.url);
    } finally {
      await proxy.close();
      await running.stop();
    }
  };
  return { directory, as, dispose: () => rm(directory, { recursive: true, force: true }) };
}
