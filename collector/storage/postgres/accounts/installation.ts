import type { Postgres } from '../pool.ts';

/** Reads the id of the installation, the same for all collectors on one database. */
export async function installationId(postgres: Postgres): Promise<string> {
  const [row] = await postgres.query<{ id: string }>('SELECT id FROM installation');
  return row!.id;
}
