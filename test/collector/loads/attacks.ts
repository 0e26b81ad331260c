import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { maxBatchBodyBytes } from '@sonde/shared/batch/limits.ts';
import { io } from 'socket.io-client';
import { makeAccount } from '../../../collector/bench/api/accounts.ts';
import { ChaosCollector } from '../../support/chaos/chaos-collector.ts';
import { adminKey } from '../../support/ingest/running-collector.ts';

export interface AttackOptions {
  /** Where the collector keeps its data. */
  readonly directory: string;
  readonly seconds: number;
  readonly sockets: number;
}

/** What became of the requests of everybody else, of one kind. */
export interface OthersAnswered {
  readonly what: string;
  /** How often each status was answered; 0 for none. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

export interface AttackResult {
  readonly others: readonly OthersAnswered[];
  /** Requests of the heavy callers that were answered, by status. */
  readonly heavy: Readonly<Record<number, number>>;
  readonly slowUploads: number;
  readonly sockets: number;
}

const slowUploads = 15;
const heavyCallers = 8;
const ingestPath = '/api/v1/dns-monitoring/queries';
/** Where everybody else comes from; the attackers come from 127.0.0.1. */
const othersAddress = '127.0.0.9';

/** Attacks a collector in a process of its own in all ways at once, and asks it meanwhile what others ask. */
export async function attack({ directory, seconds, sockets }: AttackOptions): Promise<AttackResult> {
  const collector = new ChaosCollector(directory);
  await collector.start();
  const ended = new AbortController();
  try {
    const { url } = collector;
    const victim = await makeAccount(url, adminKey);
    const attackersKey = await makeAttacker(url);
    const heavy: Record<number, number> = {};
    const requests = [zoneFile(), lineEnds(attackersKey)];
    const slow = Array.from({ length: slowUploads }, () => uploadSlowly(url, attackersKey, ended.signal));
    const connected = openSockets(url, sockets, ended.signal);
    const callers = Array.from({ length: heavyCallers }, (_, index) =>
      callHeavily(url, requests[index % 2]!, heavy, ended.signal),
    );
    const end = performance.now() + seconds * 1_000;
    const json = { 'content-type': 'application/json' };
    const login = { email: 'bench@example.com', password: 'measured and measured' };
    const others = await Promise.all([
      askUntil(end, 1_000, 'login', `${url}/api/auth/login`, json, () => login),
      askUntil(end, 100, 'GET', `${url}/api/v1/dns-monitoring/locations`, { 'x-api-key': victim.apiKey }),
      askUntil(
        end,
        100,
        'ingest',
        url + ingestPath,
        { ...json, 'x-api-key': victim.locationKeys[0]! },
        oneQuery,
      ),
    ]);
    const opened = connected();
    ended.abort();
    await Promise.all([...slow, ...callers]);
    return { others, heavy, slowUploads, sockets: opened };
  } finally {
    ended.abort();
    await collector.stop();
  }
}

function oneQuery(): object {
  const timestamp = new Date().toISOString();
  return {
    queries: [
      {
        timestamp,
        client_ip: '192.0.2.7',
        query_name: 'www.example.com',
        query_type: 'A',
        response_code: 'NOERROR',
      },
    ],
  };
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

/** Asks one thing after the other until the end, each at once when it is due. */
async function askUntil(
  end: number,
  everyMilliseconds: number,
  what: string,
  url: string,
  headers: Record<string, string>,
  body?: () => object,
): Promise<OthersAnswered> {
  const agent = new Agent({ keepAlive: true });
  const statuses: Record<number, number> = {};
  const times: number[] = [];
  do {
    const began = performance.now();
    const status = await ask(url, agent, headers, body && JSON.stringify(body()));
    times.push(performance.now() - began);
    statuses[status] = (statuses[status] ?? 0) + 1;
    await delay(Math.max(0, everyMilliseconds - (performance.now() - began)));
  } while (performance.now() < end);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return { what, statuses, p50: at(0.5), p95: at(0.95), most: times.at(-1)! };
}

function ask(url: string, agent: Agent, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(url, { method, agent, headers, localAddress: othersAddress }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', () => resolve(0)).end(body);
  });
}
