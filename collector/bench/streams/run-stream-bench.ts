import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import { type BenchFaceName, benchCertificate, benchKey, createBenchFace } from './bench-faces.ts';
import { messageOf } from './message-of.ts';

export interface StreamBenchOptions {
  readonly face: BenchFaceName;
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

const stepMilliseconds = 20;
/** Seconds for which those who listen may go on reading. */
const mostWait = 120;
/** Turns of the loop that a request waits for, as one does that asks PostgreSQL and ClickHouse. */
const turnsOfRequest = 5;

/**
 * Tells a steady flow of certificates to many who listen, in another process; for so long, and what became of each. Meanwhile somebody
 * asks the same server again and again.
 */
export async function runStreamBench(options: StreamBenchOptions) {
  const { face: kind, connections, perSecond, seconds, meter, signal } = options;
  const face = createBenchFace(kind, meter);
  const server = createServer(async (_request, response) => {
    for (let turn = 0; turn < turnsOfRequest; turn++) await nextTurn();
    response.end('{}');
  });
  face.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = [`ws://${place}${face.path}`, String(connections), benchKey, kind];
  const child = fork(new URL('reader-child.ts', import.meta.url), given);
  const onAbort = () => child.kill();
  signal.addEventListener('abort', onAbort, { once: true });
  let probe: Worker | undefined;
  try {
    await messageOf(child);
    const before = process.memoryUsage.rss();
    probe = new Worker(new URL('probe-thread.ts', import.meta.url), { workerData: `http://${place}/` });
    const loop = monitorEventLoopDelay({ resolution: 10 });
    loop.enable();
    const used = process.cpuUsage();
    const began = performance.now();
    let told = 0;
    let peak = before;
    while (performance.now() - began < seconds * 1_000) {
      signal.throwIfAborted();
      const elapsed = (performance.now() - began) / 1_000;
      const due = Math.floor(Math.min(seconds, elapsed) * perSecond);
      for (; told < due; told++) face.deliver(benchCertificate(told));
      peak = Math.max(peak, process.memoryUsage.rss());
      await delay(stepMilliseconds);
    }
    const took = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(used);
    loop.disable();
    probe.postMessage('over');
    const [answers] = (await once(probe, 'message')) as [number[]];
    // What is under way arrives, and what was left out is told with the next certificate.
    let [received, missed] = [0, 0];
    for (let waited = 0; waited < mostWait && received + missed < told * connections; waited++) {
      signal.throwIfAborted();
      if (waited % 5 === 0) face.deliver(benchCertificate(told++));
      await delay(1_000);
      child.send('count');
      ({ received, missed } = (await messageOf(child)) as { received: number; missed: number });
    }
    return {
      connections,
      certificates: told,
      seconds: Math.round(took * 10) / 10,
      messages_due: told * connections,
      received,
      told_as_missed: missed,
      unaccounted: told * connections - received - missed,
      all_read_after_seconds: Math.round((performance.now() - began) / 100) / 10,
      processor_share: Math.round((user + system) / 1e4 / took) / 100,
      loop_delay_p99_ms: Math.round(loop.percentile(99) / 1e6),
      request_p50_ms: Math.round(quantile(answers, 0.5)),
      request_p99_ms: Math.round(quantile(answers, 0.99)),
      resident_mib_before: Math.round(before / 1_048_576),
      resident_mib_peak: Math.round(peak / 1_048_576),
    };
  } finally {
    signal.removeEventListener('abort', onAbort);
    await probe?.terminate();
    child.kill();
    await face.stop();
    server.close();
    server.closeAllConnections();
  }
}
