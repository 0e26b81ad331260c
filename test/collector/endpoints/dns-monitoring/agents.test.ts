import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import test from 'ava';
import type { RunLedger } from '../../../../collector/ports/ingest/ledgers.ts';
import { startTestApi } from '../../../support/http/http.ts';

test('agents are listed with what is missing of them, by both counts', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const agentId = await api.world.agents.identify({
    locationId: location.id,
    uuid: 'a0a0a0a0-0000-4000-8000-000000000001',
    software: 'sonde-agent 1',
    host: 'sensor.example',
  });
  const run = (change: Partial<RunLedger>, dropped = {}): RunLedger => ({
    agentId,
    runId: 'b0b0b0b0-0000-4000-8000-000000000001',
    firstSeenAt: new Date(),
    lastSeenAt: new Date(),
    firstSequence: 1,
    lastSequence: 10,
    batches: 10,
    missing: 0,
    rows: 100,
    rejectedRows: 0,
    metadata: {
      software: 'sonde-agent 1',
      host: 'sensor.example',
      inputs: ['eth0'],
      ledger_at: 1,
      ledger: { ...emptyLedger, packets_dropped: dropped },
      treatment: untreated,
    },
    ...change,
  });
  api.world.ledgers.all.push(
    run({}),
    run({ batches: 8, missing: 2 }),
    run({}, { kernel: 5 }),
    run({ rejectedRows: 1 }),
  );
  api.world.ledgers.gaps = [{ from: 4, to: 5 }];

  const { status, body, text } = await api.get('/api/v1/dns-monitoring/agents?runs=4', key);
  t.is(status, 200, text);
  const [agent] = body.agents as { rows: number; runs: { complete: boolean; missing: unknown[] }[] }[];
  t.like(agent, { software: 'sonde-agent 1', host: 'sensor.example', rows: 400 });
  t.deepEqual(
    agent?.runs.map(({ complete }) => complete),
    [true, false, false, false],
  );
  t.deepEqual(agent?.runs[1]?.missing, [{ from: 4, to: 5 }]);

  const eve = await api.world.addAccount('eve@example.com');
  t.is((await api.get('/api/v1/dns-monitoring/agents', eve.key)).body.count, 0);
});
