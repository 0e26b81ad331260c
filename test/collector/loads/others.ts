import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { makeAccount } from '../../../collector/bench/api/accounts.ts';

/** A thread that asks a collector what everybody asks, and tells how long the answers took. */

export interface OthersQuestions {
  readonly url: string;
  readonly victim: Awaited<ReturnType<typeof makeAccount>>;
  readonly milliseconds: number;
}

/** What became of requests of one kind. */
export interface OthersAnswered {
  readonly what: string;
  /** How often each status was answered; 0 for none. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

/** Where everybody else comes from; the attackers come from 127.0.0.1. */
const othersAddress = '127.0.0.9';
const ingestPath = '/api/v1/dns-monitoring/queries';

const { url, victim, milliseconds } = workerData as OthersQuestions;
const end = performance.now() + milliseconds;
const json = { 'content-type': 'application/json' };
const login = { email: 'bench@example.com', password: 'measured and measured' };
const ofSender = { ...json, 'x-api-key': victim.locationKeys[0]! };
parentPort?.postMessage(
  await Promise.all([
    askUntilEnd(1_000, 'login', `${url}/api/auth/login`, json, () => login),
    askUntilEnd(100, 'GET', `${url}/api/v1/dns-monitoring/locations`, { 'x-api-key': victim.apiKey }),
    askUntilEnd(100, 'ingest', url + ingestPath, ofSender, oneQuery),
  ]),
);

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

/** Asks one thing after the other until the end, each at once when it is due. */
async function askUntilEnd(
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
