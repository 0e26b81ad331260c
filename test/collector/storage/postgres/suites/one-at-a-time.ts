import { setTimeout as wait } from 'node:timers/promises';
import { oneAtATime } from '../../../../../collector/storage/postgres/one-at-a-time.ts';
import { freshSchema, type PostgresSuite } from '../../../../support/engines/postgres.ts';

export const oneAtATimeSuite: PostgresSuite = {
  'what collectors do alone they do one after the other': async (t, connection) => {
    const { open } = await freshSchema(t, connection);
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await wait(30);
      order.push(`${name} ends`);
    };
    await Promise.all([oneAtATime(open(), work('one')), oneAtATime(open(), work('two'))]);
    t.is(order.length, 4);
    t.is(order[0]?.split(' ')[0], order[1]?.split(' ')[0]);
    t.is(order[2]?.split(' ')[0], order[3]?.split(' ')[0]);
  },

  'one that fails lets the next one begin, and a long one is not cut off': async (t, connection) => {
    const { open } = await freshSchema(t, connection);
    const failing = oneAtATime(open(), () => Promise.reject(new RangeError('of the work')));
    await t.throwsAsync(failing, { instanceOf: RangeError });
    const hasty = open({ idle_in_transaction_session_timeout: 50, statement_timeout: 50 });
    await t.notThrowsAsync(
      oneAtATime(hasty, async () => {
        await wait(200);
      }),
    );
  },
};
