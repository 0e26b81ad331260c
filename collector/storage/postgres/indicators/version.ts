import type { Queryable } from '../pool.ts';

/** Lets one writer at a time change indicators, until its transaction ends. */
export async function lockIndicators(transaction: Queryable): Promise<void> {
  await transaction.query('SELECT version FROM indicator_version FOR UPDATE');
}

export async function changeVersion(transaction: Queryable): Promise<void> {
  await transaction.query('UPDATE indicator_version SET version = version + 1');
}

export async function currentVersion(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ version: number }>('SELECT version FROM indicator_version');
  return row!.version;
}
