import { randomUUID } from 'node:crypto';
import test from 'ava';
import { flowLines } from '../../../../collector/domain/traffic/encrypted/flow-lines.ts';
import type { EncryptedFlowStore, FlowFilter } from '../../../../collector/ports/traffic/encrypted-flows.ts';
import { only } from '../../../../collector/ports/traffic/query-search.ts';
import type { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import type { EncryptedFlow } from '../../../../shared/batch/encrypted-flow.ts';
import { allModes, inEachMode } from '../../../support/engines/clickhouse-modes.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { sampleFlow } from '../../../support/ingest/uploads.ts';

const start = Date.UTC(2026, 0, 20, 10);
const hour = 3_600_000;

function flow(minute: number, change: Partial<EncryptedFlow> = {}): EncryptedFlow {
  const at = (start + minute * 60_000) * 1_000;
  return sampleFlow({ started_at: at + 7, last_seen_at: at + 30_000_009, ...change });
}

inEachMode(allModes, (mode, stores) => {
  let clickhouse: ClickHouse;
  let store: EncryptedFlowStore;
  const scope = (locationId: number, more: Partial<FlowFilter> = {}): FlowFilter => ({
    locationIds: [locationId],
    from: new Date(start),
    to: new Date(start + 2 * hour),
    ...more,
  });
  const put = (locationId: number, flows: readonly EncryptedFlow[]) =>
    store.insert(flowLines(flows.map((each) => ({ locationId, agentId: 5, flow: each }))));

  test.serial.before(() => {
    clickhouse = stores().clickhouse[mode];
    store = createClickHouseStores(clickhouse).encryptedFlows;
  });

  test.serial(`${mode}: a connection is one, and as it was told of last`, async (t) => {
    const [id, other] = [randomUUID(), randomUUID()];
    const first = flow(1, { id, is_open: true, octets_to_client: 10 });
    const last = { ...first, telling: 2, is_open: false, octets_to_client: 90 };
    await put(31, [last]);
    await put(31, [
      first,
      flow(2, {
        id: other,
        client: '2001:db8::7',
        hello: 'unseen',
        ja4: null,
        server_name: null,
        alpn: null,
        ech: null,
        provider: null,
      }),
    ]);
    await put(31, [last]);
    const { flows, nextCursor } = await store.search(scope(31), { limit: 10 });
    t.is(nextCursor, undefined);
    t.deepEqual(
      flows.map(({ flow: { id: found } }) => found),
      [other, id],
    );
    t.deepEqual(flows[1], { locationId: 31, agentId: 5, flow: last });
    t.like(flows[0]!.flow, {
      client: '2001:db8::7',
      ja4: null,
      server_name: null,
      ech: null,
      provider: null,
    });
  });

  test.serial(`${mode}: pages follow each other, and filters limit them`, async (t) => {
    const flows = Array.from({ length: 9 }, (_, index) =>
      flow(10, {
        client: `192.0.2.${index % 3}`,
        transport: index % 2 === 0 ? 'dot' : 'doh',
        provider: index < 4 ? 'Google' : null,
        server_name: index < 4 ? 'dns.google' : 'a.b.dns.example',
        looked_up: index === 8 ? 'no' : 'unknown',
      }),
    );
    await put(32, flows);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.search(scope(32), { limit: 4, cursor });
      found.push(...page.flows.map((each) => each.flow.id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    t.is(new Set(found).size, 9);
    t.is(found.length, 9);
    const count = async (more: Partial<FlowFilter>) =>
      (await store.search(scope(32, more), { limit: 50 })).flows.length;
    t.is(await count({ clients: { any: ['192.0.2.1'], none: [] } }), 3);
    t.is(await count({ transports: { any: ['doh'], none: [] } }), 4);
    t.is(await count({ providers: { any: ['Google'], none: [] } }), 4);
    t.is(await count({ providers: { any: [''], none: [] } }), 5);
    t.is(await count({ serverNames: { any: ['dns.example'], none: [] } }), 5);
    t.is(await count({ lookedUp: { any: ['no'], none: [] } }), 1);
    t.is(await count({ agents: { any: [6], none: [] } }), 0);
    t.is(await count({ servers: { any: ['9.9.9.9', '2001:db8::1'], none: [] } }), 9);
    t.is(await count({ providers: { any: [], none: ['Google'] } }), 5);
    t.is(await count({ serverNames: { any: ['google'], none: ['example'] } }), 4);
    t.is(await count({ from: new Date(start + hour) }), 0);
    await t.throwsAsync(store.search(scope(32), { limit: 1, cursor: 'nonsense' }), { message: /cursor/ });
  });

  test.serial(`${mode}: the share is of connections beside queries in the clear`, async (t) => {
    await put(33, [
      flow(1, { client: '192.0.2.1', provider: 'Google' }),
      flow(61, { client: '192.0.2.1', looked_up: 'no' }),
      flow(2, { client: '192.0.2.2' }),
    ]);
    const query = (client: string, minute: number) =>
      makeRow({ clientAddress: client, observedAt: (start + minute * 60_000) * 1_000 });
    const queries = [
      query('192.0.2.1', 3),
      query('192.0.2.1', 4),
      query('192.0.2.9', 70),
      query('192.0.2.1', 300),
    ];
    const file = await writeRows(stores().engine.directory, queries, { locationId: 33 });
    await stores().rows[mode].insertFile(file, randomUUID());
    const share = await store.share(scope(33), { top: 10, bucketSeconds: 3_600 });
    t.like(share, { flows: 3, clients: 2, clearQueries: 3, clearClients: 2, clientsWithoutQueries: 1 });
    t.deepEqual(
      share.shares.map(({ client, flows, queries, providers, notLookedUp }) => [
        client,
        flows,
        queries,
        providers,
        notLookedUp,
      ]),
      [
        ['192.0.2.1', 2, 2, ['Google', 'Quad9'], 1],
        ['192.0.2.2', 1, 0, ['Quad9'], 0],
      ],
    );
    t.deepEqual(
      share.series.map(({ flows }) => flows),
      [2, 1],
    );
    t.deepEqual(share.transports, [{ name: 'dot', flows: 3, clients: 2, octets: 18_000 }]);
    const one = await store.share(scope(33, { clients: only('192.0.2.2') }), {
      top: 10,
      bucketSeconds: 3_600,
    });
    const others = await store.share(scope(33, { clients: { any: [], none: ['192.0.2.1'] } }), {
      top: 1,
      bucketSeconds: 3_600,
    });
    t.like(others, { flows: 1, clearQueries: 1, clearClients: 1 });
    t.like(one, { flows: 1, clearQueries: 0, clearClients: 0, clientsWithoutQueries: 1 });
  });
});
