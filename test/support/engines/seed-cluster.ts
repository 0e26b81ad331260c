import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  majorVersion,
  type PostgresBinaries,
  packagedBinaries,
} from '../../../collector/storage/postgres/embedded/binaries.ts';
import { startEmbeddedPostgres } from '../../../collector/storage/postgres/embedded/start.ts';
import { migrations } from '../../../collector/storage/postgres/migrations/index.ts';
import { makeDatabase, type ReadySchema } from './make-database.ts';
import { silentLog } from './postgres-silent-log.ts';
import { plant } from './seeds.ts';

/** As many as tests use at once. */
const readySchemas = 4;
const listName = 'ready-schemas.json';

/**
 * Gives a data directory a PostgreSQL that was made once for all test files: making one, and migrating it, takes longer than
 * most files do. Returns the schemas in it.
 */
export async function plantCluster(
  dataDirectory: string,
  binaries: PostgresBinaries = packagedBinaries(),
): Promise<readonly ReadySchema[]> {
  const seed = {
    kind: `postgres${await majorVersion(binaries)}`,
    madeOf: [binaries, migrations],
    make: (directory: string) => makeCluster(directory, binaries),
  };
  await plant(seed, dataDirectory);
  return JSON.parse(await readFile(join(dataDirectory, listName), 'utf8'));
}

async function makeCluster(directory: string, binaries: PostgresBinaries): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDirectory: directory, log: silentLog, binaries });
  try {
    const ready: ReadySchema[] = [];
    for (let count = 0; count < readySchemas; count++) ready.push(await makeDatabase(server.connection));
    await writeFile(join(directory, listName), JSON.stringify(ready));
  } finally {
    await server.stop();
  }
  // Tests end servers, and never the machine below them.
  await appendFile(join(directory, 'postgres', 'cluster', 'postgresql.conf'), '\nfsync = off\n');
}
