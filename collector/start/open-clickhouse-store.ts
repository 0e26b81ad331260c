import { join } from 'node:path';
import type { Log } from '../ports/log.ts';
import { ClickHouse } from '../storage/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../storage/clickhouse/embedded/start.ts';
import { migrate } from '../storage/clickhouse/migrations/migrate.ts';
import type { Stage } from './stage.ts';

/** ClickHouse, ours or the server that `url` names, with this program's schema. */
export async function openClickHouseStore(
  {
    url,
    dataDirectory,
    memoryBytes,
    log,
  }: { url: string | undefined; dataDirectory: string; memoryBytes: number; log: Log },
  stage: Stage,
): Promise<ClickHouse> {
  const address =
    url === undefined
      ? stage.add(
          'ClickHouse',
          await startEmbeddedClickHouse({
            dataDirectory: join(dataDirectory, 'clickhouse'),
            memoryBytes,
            log,
          }),
        )
      : { url };
  const clickhouse = new ClickHouse(address);
  stage.add('ClickHouse connections', { stop: () => clickhouse.close() });
  await migrate({ clickhouse, log });
  return clickhouse;
}
