import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { StoreError } from '../../../../collector/ports/system/store-error.ts';
import { createAgentStore } from '../../../../collector/storage/postgres/agents.ts';
import { createBatchRegistry } from '../../../../collector/storage/postgres/batches.ts';
import { openEventBus } from '../../../../collector/storage/postgres/event-bus/event-bus.ts';
import { createLeases } from '../../../../collector/storage/postgres/leases.ts';
import { openPostgres } from '../../../../collector/storage/postgres/pool.ts';
import { startPostgresPair } from '../../../support/engines/postgres-pair.ts';
import { claimOf, someAccount } from '../../../support/engines/postgres-samples.ts';
import { silentLog } from '../../../support/engines/postgres-silent-log.ts';

test('a standby that takes over has every claim that was answered, and collectors go on with it', async (t) => {
  t.timeout(180_000);
  const pair = await startPostgresPair();
  t.teardown(() => pair.remove());
  const { connection } = pair;
  // Two collectors.
  const pools = [1, 2].map(() => openPostgres({ ...connection, max: 4 }, silentLog));
  t.teardown(() => Promise.all(pools.map((pool) => pool.close())));
  const [one, two] = pools as [(typeof pools)[0], (typeof pools)[0]];
  const buses = await Promise.all(
    pools.map((postgres) => openEventBus({ connection, postgres, log: silentLog })),
  );
  t.teardown(() => Promise.all(buses.map((bus) => bus.close())));
  const { locations, agentIds } = await someAccount(one, 1);
  const [location, agentId] = [locations[0]!.id, agentIds[0]!];
  const registries = pools.map((pool) => createBatchRegistry(pool));
  const leases = pools.map((pool) => createLeases(pool));
  t.true(await leases[0]!.take('follow-logs', 'first', 1));
  t.false(await leases[1]!.take('follow-logs', 'second', 600));

  // Claims go on until the server is killed among them, and after it.
  const run = randomUUID();
  const claims = Array.from({ length: 300 }, (_, index) =>
    claimOf(location, agentId, { runId: run, sequence: index + 1 }),
  );
  const answered = new Set<string>();
  let unanswered = 0;
  const claimAll = async (collector: 0 | 1): Promise<void> => {
    for (const claim of claims.filter((_, index) => index % 2 === collector)) {
      try {
        await registries[collector]!.claim(`collector ${collector}`, [claim]);
        answered.add(claim.batchId);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        t.is(error.kind, 'unavailable');
        unanswered++;
        await delay(10);
      }
    }
  };
  const under = Promise.all([claimAll(0), claimAll(1)]);
  while (answered.size < 50) await delay(5);
  const gap = Promise.withResolvers<void>();
  buses[1]!.onGap(gap.resolve);
  await pair.kill();
  await pair.promote();
  await under;
  t.true(unanswered > 0);

  // Whoever had no answer claims again: all are claimed once, also those whose answer alone was lost.
  for (const claim of claims) {
    const [result] = await eventually(() => registries[0]!.claim('collector 0', [claim]));
    t.true(result === 'claimed' || result === 'mine' || result === 'elsewhere');
    if (answered.has(claim.batchId)) t.not(result, 'claimed', 'an answered claim was lost');
  }
  const [counted] = await two.query<{ count: number; rows: number }>(
    'SELECT count(*), (SELECT rows FROM agent_runs WHERE run_id = $1) AS rows FROM accepted_batches',
    [run],
  );
  t.deepEqual(counted, { count: 300, rows: 3_000 });

  // What is done once in the cluster finds another who does it, and events and prepared look-ups go on.
  while (!(await eventually(() => leases[1]!.take('follow-logs', 'second', 600)))) await delay(50);
  t.false(await leases[0]!.take('follow-logs', 'first', 600));
  await gap.promise;
  const heard = Promise.withResolvers<unknown>();
  buses[1]!.subscribe('topic', heard.resolve);
  buses[0]!.publish('topic', 'after the failover');
  t.is(await heard.promise, 'after the failover');
  const sender = { locationId: location, uuid: randomUUID(), software: 'sonde-agent', host: 'here' };
  const known = await createAgentStore(one).identify(sender);
  t.is(await createAgentStore(two).identify(sender), known);
});

/** Connections to the server that is gone fail once each. */
async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError) || tries === 50) throw error;
      await delay(20);
    }
  }
}
