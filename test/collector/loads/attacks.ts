import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { maxBatchBodyBytes } from '@sonde/shared/batch/limits.ts';
import { io } from 'socket.io-client';
import { makeAccount } from '../../../collector/bench/api/accounts.ts';
import { ChaosCollector } from '../../support/chaos/chaos-collector.ts';
import { adminKey } from '../../support/ingest/running-collector.ts';
import type { OthersAnswered, OthersQuestions } from './others.ts';

export interface AttackOptions {
  /** Where the collector keeps its data. */
  readonly directory: string;
  /** Of each part. */
  readonly seconds: number;
  readonly sockets: number;
  /** Whether others are asked for before anybody attacks as well, to compare with. */
  readonly atRest?: boolean;
  /** Takes all room of the directory's disk; the attack is repeated with it. */
  readonly fillDisk?: () => Promise<void>;
}

/** What was answered to everybody else while something went on. */
export interface AttackPart {
  readonly what: 'at rest' | 'attacked' | 'attacked, disk full';
  readonly others: readonly OthersAnswered[];
}

export interface AttackResult {
  readonly parts: readonly AttackPart[];
  /** Requests of the heavy callers that were answered, by status. */
  readonly heavy: Readonly<Record<number, number>>;
  readonly slowUploads: number;
  readonly sockets: number;
}

const slowUploads = 15;
const heavyCallers = 8;
const ingestPath = '/api/v1/dns-monitoring/queries';
/** Milliseconds in which sockets may connect before others are asked for. */
const patience = 60_000;

/** Attacks a collector in a process of its own in all ways at once, and asks it meanwhile what others ask. */
export async function attack(options: AttackOptions): Promise<AttackResult> {
  const { directory, seconds, sockets, atRest = false, fillDisk } = options;
  const collector = new ChaosCollector(directory);
  await collector.start();
  const ended = new AbortController();
  try {
    const { url } = collector;
    const victim = await makeAccount(url, adminKey);
    const attackersKey = await makeAttacker(url);
    const parts: AttackPart[] = [];
    const measure = async (what: AttackPart['what']): Promise<void> => {
      parts.push({ what, others: await askForOthers({ url, victim, milliseconds: seconds * 1_000 }) });
    };
    if (atRest) await measure('at rest');
    const heavy: Record<number, number> = {};
    const requests = [zoneFile(), lineEnds(attackersKey)];
    const connected = openSockets(url, sockets, ended.signal);
    const began = performance.now();
    while (connected() < sockets && performance.now() - began < patience) await delay(50);
    const slow = Array.from({ length: slowUploads }, () => uploadSlowly(url, attackersKey, ended.signal));
    const callers = Array.from({ length: heavyCallers }, (_, index) =>
      callHeavily(url, requests[index % 2]!, heavy, ended.signal),
    );
    await measure('attacked');
    if (fillDisk !== undefined) {
      await fillDisk();
      await measure('attacked, disk full');
    }
    const opened = connected();
    ended.abort();
    await Promise.all([...slow, ...callers]);
    return { parts, heavy, slowUploads, sockets: opened };
  } finally {
    ended.abort();
    await collector.stop();
  }
}

/** In a thread of their own, so that what attacking takes is not measured. */
async function askForOthers(questions: OthersQuestions): Promise<OthersAnswered[]> {
  const worker = new Worker(new URL('./others.ts', import.meta.url), { workerData: questions });
  try {
    const [answered] = await once(worker, 'message');
    return answered;
  } finally {
    await worker.terminate();
  }
}

/** A free account's location key. */
async function makeAttacker(url: string): Promise<string> {
  const post = async (path: string, body: object, key?: string) => {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { token: string; api_key: string };
  };
  const account = { email: 'mallory@example.com', password: 'measured and measured' };
  const { token } = await post('/api/auth/register', account);
  return (await post('/api/v1/dns-monitoring/locations', { location_name: 'far' }, token)).api_key;
}

/** Promises as much as a batch may have and sends an octet now and then; begins anew when it is cut off. */
async function uploadSlowly(url: string, key: string, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(url);
  while (!signal.aborted) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {}).resume();
    const closed = once(socket, 'close').catch(() => undefined);
    socket.write(
      `POST ${ingestPath} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 16000000\r\n\r\n',
    );
    const trickle = setInterval(() => socket.write(' '), 250);
    const onAbort = () => socket.destroy();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) socket.destroy();
    await closed;
    clearInterval(trickle);
    signal.removeEventListener('abort', onAbort);
    await delay(50);
  }
}

interface HeavyRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A stranger's zone file of 28,000 records. */
function zoneFile(): HeavyRequest {
  const records = Array.from({ length: 28_000 }, (_, number) => `host-${number} 60 IN A 192.0.2.1`);
  const zone_file = ['@ 60 IN SOA ns. admin. 1 2 3 4 5', ...records].join('\n');
  return {
    path: '/api/v2/dnssec/zonemd/validate',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ zone_file, domain: 'example' }),
  };
}

/** A sender's batch of nothing but line ends, packed. */
function lineEnds(key: string): HeavyRequest {
  const packed = gzipSync(Buffer.alloc(maxBatchBodyBytes - 100, '\n'), { level: 1 });
  return {
    path: ingestPath,
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', 'x-api-key': key },
    body: new Uint8Array(packed),
  };
}

async function callHeavily(
  url: string,
  { path, headers, body }: HeavyRequest,
  statuses: Record<number, number>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const status = await fetch(url + path, { method: 'POST', headers, body, signal })
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    statuses[status] = (statuses[status] ?? 0) + 1;
    // Refusals come at once: who asks again without a pause is busy with himself alone.
    await delay(20);
  }
}

/** Subscribers of everything. Returns how many are connected. */
function openSockets(url: string, count: number, signal: AbortSignal): () => number {
  const clients = Array.from({ length: count }, () => {
    const client = io(url, { transports: ['websocket'], forceNew: true });
    client.on('connect', () => client.emit('subscribe_dns_changes'));
    return client;
  });
  signal.addEventListener('abort', () => {
    for (const client of clients) client.disconnect();
  });
  return () => clients.filter(({ connected }) => connected).length;
}
