import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { createIngest } from '../../../collector/domain/traffic/ingest/accept.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import { HeavyWork } from '../../../collector/workers/heavy-work.ts';
import { MemoryBatchRegistry } from '../../support/fakes/fleet/batch-registry.ts';
import { FakeIndicators } from '../../support/fakes/threats/indicators.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { noFlows } from '../../support/ingest/no-flows.ts';
import { roomyLimits } from '../../support/ingest/roomy-limits.ts';
import { BlockLedger } from '../../support/loads/block-ledger.ts';
import { costlyUploads } from '../../support/loads/costly-uploads.ts';
import { startSender } from '../../support/loads/start-sender.ts';
import { createTestMeter } from '../../support/meter.ts';
import { silentLog } from '../../support/silent-log.ts';
import { systemRandom } from '../../support/system-random.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const ofRawBodies = (endpoints as readonly Endpoint<never>[]).flatMap(({ method, path, body, access }) =>
  body !== undefined && 'contentTypes' in body
    ? { name: `${method} ${path}`, method, path, body, access }
    : [],
);

class PatientIndicators extends FakeIndicators {
  override async replaceSource(): Promise<number> {
    return 0;
  }
}

test('nobody waits long for uploads, of each form that an operation takes, whatever becomes of their octets', async (t) => {
  t.timeout(600_000);
  const world = new FakeWorld();
  const work = new HeavyWork({ count: 1, log: silentLog });
  t.teardown(() => work.stop());
  const ingest = createIngest(
    {
      acceptFlows: noFlows,
      spool: await FileSpool.open(await temporaryDirectory(t)),
      registry: new MemoryBatchRegistry(),
      agents: world.agents,
      clock: Date,
      random: systemRandom,
      meter: createTestMeter(),
      readSubmitted: work.readSubmitted,
    },
    { ...roomyLimits, collectorId: randomUUID(), backlog: () => 0, onAccepted: () => {} },
  );
  // The real store takes lists in pieces; the one in memory takes them at once, and so does what looks names up in it.
  const indicators = new PatientIndicators();
  const ports = { ...world.ports, ingest, indicators, zoneFiles: work, configurations: work };
  const api = await startTestApi(t, { world, parts: { ports } });
  const { account } = await world.addAccount('ada@example.com');
  const { key: admin } = await world.addAccount('bea@example.com', { administrator: true });
  const { key: location } = await world.addLocation(account.id, 'Office');
  const send = startSender(t);
  const ledger = new BlockLedger();
  t.deepEqual(Object.keys(costlyUploads).sort(), ofRawBodies.map(({ name }) => name).sort());
  for (const { name, method, path, access, body } of ofRawBodies) {
    const uploads = costlyUploads[name]!(location);
    const tried = new Set(uploads.map(({ type }) => type.split(';')[0]!));
    t.deepEqual([...tried].sort(), [...body.contentTypes].sort(), `each form that ${name} takes`);
    const key = access === 'location' ? location : admin;
    const url = api.url + path.replace('{source}', 'local').replace('{handle}', 'acme');
    // What is only the first time costs nobody twice.
    const headers = { 'x-api-key': key };
    await send(url, {
      method,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: 'name\na.example\n',
    });
    await send(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync('{"queries":[]}')),
    });
    for (const { what, type, bytes, headers: more } of uploads) {
      const run = () =>
        send(url, {
          method,
          headers: { ...headers, 'content-type': type, ...more },
          body: new Uint8Array(bytes),
        });
      const status = Number(await ledger.judge(t, { what: `${name}: ${what}`, run }));
      t.true([200, 202, 400, 404, 409, 413, 429].includes(status), `${name}: ${what}: ${status}`);
    }
  }
  const records = Array.from({ length: 28_000 }, (_, index) => `host-${index} 60 IN A 192.0.2.1`);
  const zone = { zone_file: ['@ 60 IN SOA ns. admin. 1 2 3 4 5', ...records].join('\n'), domain: 'example' };
  const body = JSON.stringify(zone);
  const validate = () =>
    send(`${api.url}/api/v2/dnssec/zonemd/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  t.is(await ledger.judge(t, { what: 'a zone of 28,000 records', run: validate }), 200);
  ledger.tell(t);
});
