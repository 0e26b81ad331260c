import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import test from 'ava';
import type { RunHour } from '../../../../collector/ports/ingest/ledgers.ts';
import { startTestApi } from '../../../support/http/http.ts';

const hourMs = 3_600_000;

test('losses are told hour by hour, over restarts of the sender and hours in which it is silent', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const uuid = 'a0a0a0a0-0000-4000-8000-000000000001';
  const about = { uuid, software: 'sonde-agent 1', host: 'sensor.example' };
  const agentId = await api.world.agents.identify({ locationId: location.id, ...about });
  const start = Date.UTC(2026, 5, 1, 10);
  const mark = (
    runId: string,
    began: number,
    hour: number,
    rows: number,
    kernel: number,
    missing = 0,
  ): RunHour => ({
    agentId,
    runId,
    runStartedAt: new Date(start + began * hourMs),
    hour: new Date(start + hour * hourMs),
    rows,
    rejectedRows: 0,
    missing,
    ledger: { ...emptyLedger, packets_dropped: { kernel, ring: 1 } },
  });
  api.world.ledgers.hourMarks.push(
    // Before the range, and nobody knows how much of it came within that hour.
    mark('one', -50, -1, 100, 5),
    mark('one', -50, 0, 150, 5, 3),
    mark('one', -50, 2, 151, 9, 1),
    // Begins anew within the hour.
    mark('two', 2.5, 2, 7, 0),
    // Heard of long after its start.
    mark('three', -9, 4, 1_000, 1_000),
  );
  const range = `from=${new Date(start + 60_000).toISOString()}&to=${new Date(start + 5 * hourMs).toISOString()}`;
  const { status, body, text } = await api.get(`/api/v1/dns-monitoring/agents/losses?${range}`, key);
  t.is(status, 200, text);
  t.like(body, { from: new Date(start).toISOString(), count: 1 });
  const [agent] = body.agents as { silent_since: string | null; hours: Record<string, unknown>[] }[];
  t.is(agent!.silent_since, null);
  t.is(agent!.hours.length, 3);
  t.like(agent!.hours[0], { rows: 50, packets_dropped: 0, missing_batches: 3 });
  t.like(agent!.hours[1], {
    hour: new Date(start + 2 * hourMs).toISOString(),
    rows: 8,
    packets_dropped: 5,
    missing_batches: 0,
  });
  t.like(agent!.hours[2], { rows: null, packets_dropped: null });

  t.is((await api.get('/api/v1/dns-monitoring/agents/losses?period=32d', key)).status, 400);
  const eve = await api.world.addAccount('eve@example.com');
  t.is((await api.get('/api/v1/dns-monitoring/agents/losses', eve.key)).body.count, 0);
});
