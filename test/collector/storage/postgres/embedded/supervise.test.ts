import test from 'ava';
import type { Postmaster } from '../../../../../collector/storage/postgres/embedded/postmaster.ts';
import { supervise } from '../../../../../collector/storage/postgres/embedded/supervise.ts';
import { silentLog } from '../../../../support/engines/postgres-silent-log.ts';

function server(pid: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const postmaster: Postmaster = { pid, ended: promise, stop: async () => resolve() };
  return { postmaster, die: resolve };
}

test('a server that ends is started again until it comes up', async (t) => {
  const first = server(1);
  const second = server(2);
  const up = Promise.withResolvers<void>();
  let tries = 0;
  const supervision = supervise(
    first.postmaster,
    async () => {
      if (++tries < 3) throw new Error('not yet');
      up.resolve();
      return second.postmaster;
    },
    silentLog,
  );
  t.is(supervision.current()?.pid, 1);
  first.die();
  await up.promise;
  await Promise.resolve();
  await supervision.stop();
  t.is(tries, 3);
  t.is(supervision.current(), undefined);
});

test('stopping ends a server that was just being started', async (t) => {
  const first = server(1);
  const second = server(2);
  const starting = Promise.withResolvers<Postmaster>();
  const begun = Promise.withResolvers<void>();
  const supervision = supervise(
    first.postmaster,
    () => {
      begun.resolve();
      return starting.promise;
    },
    silentLog,
  );
  first.die();
  await begun.promise;
  const stopped = supervision.stop();
  starting.resolve(second.postmaster);
  await stopped;
  await second.postmaster.ended;
  t.pass();
});
