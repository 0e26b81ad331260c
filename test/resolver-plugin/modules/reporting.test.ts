import test from 'ava';
import { createStreamDecoder } from '../../../resolver-plugin/dnstap/stream-decoder.ts';
import { startAnalytics } from '../../../resolver-plugin/modules/analytics/start-analytics.ts';
import type { PluginModule } from '../../../resolver-plugin/modules/plugin-module.ts';
import { startThreatIntel } from '../../../resolver-plugin/modules/threat-intel/start-threat-intel.ts';
import { answeringCollector } from '../../support/agent/answering-collector.ts';
import {
  collectingTarget,
  encodeDnstap,
  frameStream,
  type MessageFields,
  sampleMessage,
} from '../../support/resolvers/dnstap-messages.ts';
import { until } from '../../support/until.ts';

const notify = Buffer.from('000120000001000000000000076578616d706c6503636f6d0000060001', 'hex');
const response = Buffer.from('000181830001000000000000076578616d706c6503636f6d0000010001', 'hex');

/** Hands messages to a module as a resolver's stream would. */
function feed(module: PluginModule, ...messages: Partial<MessageFields>[]): void {
  const { counters } = collectingTarget();
  const decoder = createStreamDecoder({ sink: module.sink!, counters });
  decoder.push(frameStream(messages.map((change) => encodeDnstap(sampleMessage(change)))));
}

test('statistics are sent again under their id until the collector has them, and then from there on', async (t) => {
  const answers: (number | object)[] = [503, 401, {}, {}];
  const { url, calls } = await answeringCollector(t, () => answers.shift() ?? {});
  const module = await startAnalytics({ collector: url, key: 'the key', interval: 50 });
  t.teardown(() => module.stop());
  feed(
    module,
    {},
    {},
    { query_message: notify },
    { type: 6, response_message: response, policy: { action: 1 } },
  );
  await until(() => calls.length === 1);
  feed(module, { socket_protocol: 2 });
  await until(() => calls.length === 4);
  t.deepEqual(
    calls.map(({ path, key }) => `${path} ${key}`),
    Array(4).fill('/api/v1/unbound/analytics Bearer the key'),
  );
  const ids = calls.map(({ body }) => body.batch_id);
  t.is(new Set(ids.slice(0, 3)).size, 1);
  t.not(ids[3], ids[0]);
  t.like((calls[2]!.body.statistics as object[])[0]!, {
    queries: 2,
    responses: 1,
    policy_hits: 1,
    transports: { udp: 3 },
    response_codes: { 3: 1 },
    policy_actions: { NXDOMAIN: 1 },
  });
  t.like((calls[3]!.body.statistics as object[])[0]!, {
    queries: 1,
    transports: { tcp: 1 },
    policy_actions: {},
  });
});

test('what the collector will never take is dropped and told', async (t) => {
  const { url, calls } = await answeringCollector(t, () => 400);
  const module = await startAnalytics({ collector: url, key: 'the key', interval: 50 });
  t.teardown(() => module.stop());
  feed(module, {});
  await until(() => calls.length === 1);
  feed(module, {});
  await until(() => calls.length === 2);
  t.not(calls[0]!.body.batch_id, calls[1]!.body.batch_id);
  const batches = async () =>
    ((await module.status()) as { batches: { sent: number; refused: number } }).batches;
  await until(async () => (await batches()).refused === 2);
  t.is((await batches()).sent, 0);
});

test('names are asked for once, and hits become alerts by name and client', async (t) => {
  let down = true;
  const { url, calls } = await answeringCollector(t, ({ path, body }) => {
    if (down) return 503;
    if (path === '/api/v1/unbound/alerts') return {};
    const verdicts = (body.query_names as string[]).map((query_name) => ({
      query_name,
      verdict: 'block',
      threat: { threat_type: 'malware', severity: 'high', indicator: 'example.com', source: 'list' },
      reason: 'listed',
      ttl: 300,
    }));
    return { count: verdicts.length, verdicts };
  });
  const module = await startThreatIntel({ collector: url, key: 'the key' });
  t.teardown(() => module.stop());
  feed(
    module,
    { query_message: notify },
    {},
    {},
    { query_address: Buffer.alloc(16, 1), socket_family: 2 },
    { type: 6 },
  );
  await until(() => calls.length > 0);
  down = false;
  const alerts = () => calls.filter(({ path }) => path === '/api/v1/unbound/alerts');
  await until(() => alerts().length === 1);
  feed(module, {});
  await until(() => alerts().length === 2);
  const [first, second] = alerts().map(({ body }) => body.alerts as { client_ip: string; count: number }[]);
  t.deepEqual(
    first!.map(({ client_ip, count }) => [client_ip, count]),
    [
      ['192.0.2.1', 2],
      ['101:101:101:101:101:101:101:101', 1],
    ],
  );
  t.like(first![0]!, {
    query_name: 'example.com',
    indicator: 'example.com',
    severity: 'high',
    source: 'list',
  });
  t.like(second![0]!, { count: 1 });
  t.like((await module.status()) as object, { asked: 1, hits: 4, names_waiting: 0, verdicts_kept: 1 });
});

test('what is shipped as a row is neither asked for nor told', async (t) => {
  const { url, calls } = await answeringCollector(t, () => ({}));
  let shipped = true;
  const module = await startThreatIntel({ collector: url, key: 'the key', isShipped: () => shipped });
  t.teardown(() => module.stop());
  feed(module, {}, {}, { type: 6 });
  t.like((await module.status()) as object, { shipped_as_rows: 2, names_waiting: 0 });
  shipped = false;
  feed(module, {});
  await until(() => calls.length === 1);
});
