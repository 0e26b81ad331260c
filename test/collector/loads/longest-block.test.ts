import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import { createIngest } from '../../../collector/domain/traffic/ingest/accept.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import { HeavyWork } from '../../../collector/workers/heavy-work.ts';
import {
  credentialHeaders,
  fillPath,
  goodBody,
  goodQuery,
  type Subject,
} from '../../support/contracts/operation-requests.ts';
import { MemoryBatchRegistry } from '../../support/fakes/fleet/batch-registry.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { roomyLimits } from '../../support/ingest/roomy-limits.ts';
import { BlockMeter } from '../../support/loads/block-meter.ts';
import { costlyBodies, costlyParameters } from '../../support/loads/costly-inputs.ts';
import { type HeavyUpload, heavyUploads } from '../../support/loads/heavy-uploads.ts';
import type { Sent } from '../../support/loads/sender.ts';
import { createTestMeter } from '../../support/meter.ts';
import { silentLog } from '../../support/silent-log.ts';
import { systemRandom } from '../../support/system-random.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** All texts for all fields, where there is time for it. */
const isThorough = process.env.SONDE_LOADS === 'thorough';
/** Milliseconds of processor time that nobody may keep the others waiting; 50 is what is meant, and this machine may be slow. */
const mostProcessorTime = 100;
const mebibyte = 1024 * 1024;
const headBytes = 12_000;

/** Of either kind: nothing of it is right. */
const passkey = {
  id: 'x',
  type: 'public-key',
  response: {
    clientDataJSON: 'e30',
    authenticatorData: 'e30',
    publicKey: 'e30',
    publicKeyAlgorithm: -7,
    signature: 'e30',
  },
};

const subject: Subject = {
  locationId: 999,
  threatId: 1,
  source: 'local',
  exclusionId: 1,
  channelId: 1,
  accountId: 999,
  spareKeyId: 999,
  ruleId: 1,
  policySourceId: 1,
  resolverId: 1,
  bulkJobId: '123e4567-e89b-42d3-a456-426614174000',
  reportId: '5f0c1d7e-3c1b-4f0e-9a53-8a3d2f6b1c9e',
  sessionId: 999,
  memberId: 999,
  setupToken: 'a'.repeat(43),
  signIn: {
    passkeyId: 999,
    secondStep: () => ({ ticket: 'x', code: '000000' }),
    offeredCode: () => ({ code: '000000' }),
    newPasskey: () => ({ ticket: 'x', name: 'x', credential: passkey }),
    assertion: () => ({ ticket: 'x', credential: passkey }),
  },
};

function startSender(t: ExecutionContext) {
  const worker = new Worker(new URL('../../support/loads/sender.ts', import.meta.url));
  t.teardown(() => worker.terminate());
  const waiting = new Map<number, (status: number) => void>();
  worker.on('message', ({ number, status }: { number: number; status: number }) => {
    waiting.get(number)?.(status);
    waiting.delete(number);
  });
  let number = 0;
  return (url: string, init: Sent['init']): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    waiting.set(++number, resolve);
    worker.postMessage({ number, url, init } satisfies Sent);
    return promise;
  };
}

/** Requests of an operation that cost most, each with what it is. */
interface CostlyRequest {
  readonly path: string;
  readonly body?: { readonly type: string; readonly text: string };
}

function* costlyRequests(endpoint: Endpoint<never>): Generator<CostlyRequest> {
  const path = fillPath(endpoint, subject);
  const good = goodBody(endpoint, subject);
  const { body } = endpoint;
  for (const parameters of costlyParameters(endpoint.query, headBytes, isThorough)) {
    const query = new URLSearchParams(parameters).toString().slice(0, headBytes);
    yield { path: `${path}?${query.replace(/%[0-9A-F]?$/, '')}`, ...(good !== undefined && { body: good }) };
  }
  for (const parameters of costlyParameters(endpoint.params, headBytes / 3, isThorough)) {
    const filled = endpoint.path.replaceAll(/\{([a-z_]+)\}/g, (_match, name: string) =>
      encodeURIComponent(parameters[name] ?? '1')
        .slice(0, headBytes)
        .replace(/%[0-9A-F]?$/, ''),
    );
    yield { path: filled + goodQuery(endpoint), ...(good !== undefined && { body: good }) };
  }
  if (body === undefined || 'contentTypes' in body) return;
  for (const text of costlyBodies(body, mebibyte - 1_000, isThorough))
    yield { path: path + goodQuery(endpoint), body: { type: 'application/json', text } };
}

test('nobody waits long for any operation, whatever it is sent', async (t) => {
  t.timeout(1_200_000);
  const api = await startTestApi(t);
  const { account, key: own } = await api.world.addAccount('ada@example.com', { tier: 'enterprise' });
  const { key: admin } = await api.world.addAccount('bea@example.com', { administrator: true });
  const location = await api.world.addLocation(account.id, 'Office');
  const send = startSender(t);
  const slowest: string[] = [];
  for (const endpoint of endpoints as readonly Endpoint<never>[]) {
    const keys: Partial<Record<string, string>> = {
      admin,
      location: location.key,
      ...(endpoint.access === 'resolver' && {
        resolver: await api.world.addResolverKey(account.id, endpoint.module),
      }),
    };
    const credential = endpoint.access === 'session' ? await api.world.addSession(account.id) : undefined;
    const request = (path: string, body?: { type: string; text: string }) =>
      send(`${api.url}${path}`, {
        method: endpoint.method,
        headers: {
          ...credentialHeaders(credential ?? keys[endpoint.access] ?? own),
          ...(body !== undefined && { 'content-type': body.type }),
        },
        ...(body !== undefined && { body: body.text }),
      });
    // What is only the first time costs nobody twice.
    for (let round = 0; round < 3; round++)
      await request(fillPath(endpoint, subject) + goodQuery(endpoint), goodBody(endpoint, subject));
    const worst = await longestBlock(costlyRequests(endpoint), request);
    const what = `${endpoint.method} ${endpoint.path}`;
    t.not(worst.status, 500, `${what} ${worst.input}`);
    t.true(worst.processor <= mostProcessorTime, `${what}: ${worst.processor.toFixed(1)} ms, ${worst.input}`);
    slowest.push(
      `${worst.processor.toFixed(1)} ms of processor time, ${worst.delay.toFixed(0)} ms of delay: ${what} ${worst.input}`,
    );
  }
  for (const line of slowest.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a)).slice(0, 5))
    t.log(line);
});

test('nobody waits long for uploads, whatever becomes of their octets', async (t) => {
  t.timeout(300_000);
  const world = new FakeWorld();
  const work = new HeavyWork({ count: 1, log: silentLog });
  t.teardown(() => work.stop());
  const ingest = createIngest(
    {
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
  const api = await startTestApi(t, { world, parts: { ports: { ...world.ports, ingest, zoneFiles: work } } });
  const { account } = await world.addAccount('ada@example.com');
  const { key } = await world.addLocation(account.id, 'Office');
  const send = startSender(t);
  const upload = ({ type, packed }: HeavyUpload) =>
    send(`${api.url}/api/v1/dns-monitoring/queries`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': type, 'content-encoding': 'gzip' },
      body: packed,
    });
  const meter = new BlockMeter();
  const measure = async (what: string, request: () => Promise<number>, statuses: readonly number[]) => {
    await request();
    meter.begin();
    const status = await request();
    const { processor, delay } = meter.end();
    t.true(statuses.includes(status), `${what}: ${status}`);
    t.true(processor <= mostProcessorTime, `${what}: ${processor.toFixed(1)} ms`);
    t.log(`${processor.toFixed(1)} ms of processor time, ${delay.toFixed(0)} ms of delay: ${what}`);
  };
  const inSuite = ['empty lines', 'objects of one name each', 'queries'];
  for (const heavy of heavyUploads())
    if (isThorough || inSuite.includes(heavy.what))
      await measure(heavy.what, () => upload(heavy), [202, 400, 413]);
  const records = Array.from({ length: 28_000 }, (_, index) => `host-${index} 60 IN A 192.0.2.1`);
  const zone = { zone_file: ['@ 60 IN SOA ns. admin. 1 2 3 4 5', ...records].join('\n'), domain: 'example' };
  const body = JSON.stringify(zone);
  const validate = () =>
    send(`${api.url}/api/v2/dnssec/zonemd/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  await measure('a zone of 28,000 records', validate, [200]);
});

async function longestBlock(
  requests: Iterable<CostlyRequest>,
  request: (path: string, body?: CostlyRequest['body']) => Promise<number>,
) {
  const meter = new BlockMeter();
  let worst = { processor: 0, delay: 0, status: 0, input: '' };
  for (const { path, body } of requests) {
    meter.begin();
    const status = await request(path, body);
    const block = meter.end();
    if (status === 500)
      return { ...block, status, input: `${path.slice(0, 60)} ${body?.text.slice(0, 60) ?? ''}` };
    if (block.processor <= worst.processor) continue;
    worst = { ...block, status, input: `${status} ${path.slice(0, 60)} ${body?.text.slice(0, 60) ?? ''}` };
  }
  return worst;
}
