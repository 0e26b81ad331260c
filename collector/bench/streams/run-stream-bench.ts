import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import { TrustedProxies } from '../../http/client-address.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import { CertstreamFace } from '../../socket/certstream/certstream-face.ts';

export interface StreamBenchOptions {
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

const key = 'bench';
const stepMilliseconds = 20;
/** Seconds for which those who listen may go on reading. */
const mostWait = 90;
const names = ['www.example.com', 'example.com'];

/** Tells a steady flow of certificates to many who listen to their names, in another process; for so long, and what became of each. */
export async function runStreamBench({ connections, perSecond, seconds, meter, signal }: StreamBenchOptions) {
  const caller = { kind: 'account', accountId: 1, tier: 'free', administrator: false, keyId: 1 } as Caller;
  const face = new CertstreamFace({
    authenticate: async (text) => (text === key ? caller : undefined),
    trustedProxies: new TrustedProxies([]),
    clock,
    meter,
  });
  const server = createServer();
  face.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/certstream/domains-only`;
  const child = fork(new URL('reader-child.ts', import.meta.url), [url, String(connections), key]);
  const onAbort = () => child.kill();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await messageOf(child);
    const before = process.memoryUsage.rss();
    const loop = monitorEventLoopDelay({ resolution: 10 });
    loop.enable();
    const used = process.cpuUsage();
    const began = performance.now();
    let told = 0;
    let peak = before;
    while (performance.now() - began < seconds * 1_000) {
      signal.throwIfAborted();
      const due = Math.min(
        seconds * perSecond,
        Math.floor(((performance.now() - began) / 1_000) * perSecond),
      );
      for (; told < due; told++) face.deliver(certificate(told));
      peak = Math.max(peak, process.memoryUsage.rss());
      await delay(stepMilliseconds);
    }
    const took = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(used);
    loop.disable();
    // What is under way arrives, and what was left out is told with the next certificate.
    let [received, missed] = [0, 0];
    for (let waited = 0; waited < mostWait && received + missed < told * connections; waited++) {
      signal.throwIfAborted();
      if (waited % 5 === 0) face.deliver(certificate(told++));
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
      resident_mib_before: Math.round(before / 1_048_576),
      resident_mib_peak: Math.round(peak / 1_048_576),
    };
  } finally {
    signal.removeEventListener('abort', onAbort);
    child.kill();
    await face.stop();
    server.close();
    server.closeAllConnections();
  }
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(
        'The process that listens ended; it may have no room for so many connections (ulimit -n).',
      );
    }),
  ]);
  return message;
}

function certificate(entry: number) {
  return {
    id: String(entry),
    kind: 'precertificate' as const,
    issuer: 'CN=R1,O=Authority of benches',
    serial: '01',
    notBefore: 0,
    notAfter: 0,
    names,
    log: 'bench',
    entry,
    loggedAt: 0,
  };
}
