import type { ExecutionContext } from 'ava';
import type { PoolConfig } from 'pg';
import { createStores } from '../../../../../../collector/start/stores/create-stores.ts';
import { freshDatabase } from '../../../../../support/engines/postgres.ts';
import { hashOf } from '../../../../../support/engines/postgres-samples.ts';
import { alongside } from '../../../../../support/fakes/alongside.ts';
import { FakeWorld } from '../../../../../support/fakes/world.ts';

export const page = { limit: 10, offset: 0 };
export const long = { limit: 10, offset: 1 };
export const noSuch = 2_000_000_000;
export const keyOf = (secret: string) => ({ prefix: 'sonde_test', hash: hashOf(secret) });

/** The stand-ins of a world beside the stores of a fresh database. */
export async function besideStores(t: ExecutionContext, connection: PoolConfig) {
  const postgres = (await freshDatabase(t, connection)).open();
  // None of these asks ClickHouse.
  const stores = createStores(postgres, undefined as never, undefined as never, 'standard');
  const ask = alongside<typeof stores>(t, new FakeWorld().ports as unknown as typeof stores, stores);
  const register = (email: string) =>
    ask('register', ({ credentials }) =>
      credentials.register({ email, firstName: 'Ada', lastName: null, passwordHash: 'scrypt$1' }),
    );
  const [member, stranger] = [await register('Ada@example.net'), await register('eve@example.net')];
  return { ask, register, member, stranger };
}
