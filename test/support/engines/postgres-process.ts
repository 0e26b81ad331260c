import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { startEmbeddedPostgres } from '../../../collector/storage/postgres/embedded/start.ts';
import { openPostgres } from '../../../collector/storage/postgres/pool.ts';
import { silentLog } from './postgres-silent-log.ts';

/**
 * A program to be killed: starts a server in the directory of its first argument, writes a table, tells the server's
 * process id, and waits. With `orphaning` the server is started without the helper that ends it with its parent.
 */
const [dataDirectory = '', mode] = process.argv.slice(2);
if (mode === 'orphaning') {
  const programs = join(dataDirectory, 'programs');
  await mkdir(programs);
  // The real one, without what ends the server: as root it may be needed for the server to reach its files at all.
  const withoutSignal = `#!/bin/sh
PATH='${process.env.PATH}'
skip=
for each in "$@"; do
  shift
  if [ -n "$skip" ]; then skip=
  elif [ "$each" = --pdeathsig ]; then skip=yes
  else set -- "$@" "$each"
  fi
done
exec setpriv "$@"
`;
  await writeFile(join(programs, 'setpriv'), withoutSignal, { mode: 0o755 });
  process.env.PATH = `${programs}${delimiter}${process.env.PATH}`;
}
const server = await startEmbeddedPostgres({ dataDirectory, log: silentLog });
const postgres = openPostgres(server.connection, silentLog);
await postgres.query('CREATE TABLE elsewhere AS SELECT 7 AS n');
await postgres.close();
process.send?.(server.pid());
setInterval(() => {}, 60_000);
