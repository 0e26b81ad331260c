import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { TrafficGenerator } from '../generate-traffic.ts';
import type { PacedIngestPlan } from './paced-ingest.ts';
import { benchSender, prepareUpload, send } from './uploads.ts';

// The thread of `pacedIngest`: tells at the end how many rows went in.
const { url, key, rowsPerSecond, shape } = workerData as PacedIngestPlan;
const generator = new TrafficGenerator(shape);
const sender = benchSender(key);
const stopping = new AbortController();
let sent = 0;
parentPort?.once('message', () => stopping.abort());
for (let due = performance.now(); !stopping.signal.aborted; due += 1_000) {
  const now = Date.now();
  await send(url, await prepareUpload(generator.rows(rowsPerSecond, now - 1_000, now), sender));
  sent += rowsPerSecond;
  const rest = Math.max(0, due + 1_000 - performance.now());
  await delay(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
}
parentPort?.postMessage(sent);
