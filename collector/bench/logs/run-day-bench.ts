import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { IssuerNames } from '@sonde/scanner/protocols/transparency/issuer-text.ts';
import { readDataTile } from '@sonde/scanner/protocols/transparency/log-entry.ts';
import { tileWidth } from '@sonde/scanner/protocols/transparency/tiles.ts';
import { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';
import { Registry } from 'prom-client';
import { defaultSettings } from '../../domain/detection/settings.ts';
import { readCertificates } from '../../domain/intelligence/transparency/logs/read-certificates.ts';
import { CertificateStream } from '../../domain/intelligence/transparency/stream/certificate-stream.ts';
import { CertifiedDomains } from '../../domain/intelligence/transparency/stream/certified-domains.ts';
import { CertificateWatch } from '../../domain/intelligence/transparency/watch/certificate-watch.ts';
import { createPrometheusMeter } from '../../metrics/prometheus-meter.ts';
import type { EventBus } from '../../ports/system/event-bus.ts';
import {
  type BenchFace,
  type BenchFaceName,
  benchFaces,
  benchKey,
  createBenchFace,
} from '../streams/bench-faces.ts';
import { messageOf } from '../streams/message-of.ts';
import { makeTile, word } from './make-tile.ts';

export interface DayBenchOptions {
  readonly watched: number;
  readonly perHour: number;
  readonly hours: number;
  readonly signal: AbortSignal;
  readonly onHour: (hour: HourOfBench) => void;
}

export interface HourOfBench {
  readonly hour: number;
  readonly entries: number;
  readonly matches: number;
  /** Messages that those who listen read so far, and of which they were told that they were left out. */
  readonly received: number;
  readonly missed: number;
  readonly heap_mib: number;
  readonly resident_mib: number;
}

const hourMilliseconds = 3_600_000;
/** Programs that listen to each face. */
const listeners = 10;
/** Tiles after which those who listen have their turn. */
const tilesPerTurn = 4;

/**
 * Takes a day's entries of a log through all that the collector keeps of them in memory, by a clock that goes as fast as they do: read, hashed,
 * matched with watched domains, noted by registrable domain, told once each over the bus and to programs that listen. The stores
 * are left out. Tells after each hour what memory holds when all garbage is collected.
 */
export async function runDayBench(options: DayBenchOptions): Promise<HourOfBench[]> {
  const { perHour, hours, signal, onHour } = options;
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now };
  const meter = createPrometheusMeter(new Registry());
  const faces = await Promise.all(benchFaces.map((kind) => listen(kind, createBenchFace(kind, meter))));
  const stream = new CertificateStream({ bus: localBus(), clock });
  const unfollow = stream.follow((certificate) => {
    for (const { face } of faces) face.deliver(certificate);
  });
  const certified = new CertifiedDomains({ note: async () => undefined }, now);
  const watch = watchOf(options.watched);
  const issuers = new IssuerNames();
  const edge = new TreeEdge();
  const rows: HourOfBench[] = [];
  let matches = 0;
  try {
    for (let hour = 1; hour <= hours; hour++) {
      const begin = now;
      for (let tile = 0; edge.size < hour * perHour; tile++) {
        signal.throwIfAborted();
        const start = edge.size;
        const read = [...readDataTile(makeTile(start / tileWidth), start, tileWidth)];
        const certificates = await readCertificates(read, edge, { log: 'bench', issuers }, () => undefined);
        matches += watch.match(certificates).length;
        await certified.note(certificates, now);
        stream.tell(certificates);
        now = begin + hourMilliseconds * Math.min(1, (edge.size - (hour - 1) * perHour) / perHour);
        if (tile % tilesPerTurn === 0) await nextTurn();
      }
      now = begin + hourMilliseconds;
      const counts = await Promise.all(faces.map(({ counted }) => counted()));
      const sum = (of: (one: Counted) => number) => counts.reduce((total, one) => total + of(one), 0);
      collectGarbage();
      const { heapUsed, rss } = process.memoryUsage();
      const row: HourOfBench = {
        hour,
        entries: edge.size,
        matches,
        received: sum(({ received }) => received),
        missed: sum(({ missed }) => missed),
        heap_mib: mebibytes(heapUsed),
        resident_mib: mebibytes(rss),
      };
      rows.push(row);
      onHour(row);
    }
    return rows;
  } finally {
    unfollow();
    for (const { stop } of faces) await stop();
  }
}

interface Counted {
  readonly received: number;
  readonly missed: number;
}

async function listen(kind: BenchFaceName, face: BenchFace) {
  const server = createServer((_request, response) => response.end());
  face.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${face.path}`;
  const program = new URL('../streams/reader-child.ts', import.meta.url);
  const child = fork(program, [url, String(listeners), benchKey, kind]);
  const stop = async () => {
    child.kill();
    await face.stop();
    server.close();
    server.closeAllConnections();
  };
  try {
    await messageOf(child);
  } catch (error) {
    await stop();
    throw error;
  }
  const counted = async () => {
    child.send('count');
    return (await messageOf(child)) as Counted;
  };
  return { face, counted, stop };
}

function watchOf(watched: number): CertificateWatch {
  const domains = Array.from({ length: watched }, (_none, index) => `${word(index)}.com`);
  const lookalike = { ...defaultSettings.lookalike, watched: domains };
  return new CertificateWatch({
    detectionRules: { locations: new Map([[1, { ...defaultSettings, lookalike }]]) },
  });
}

/** The bus of one collector alone: whoever subscribed hears at once. */
function localBus(): Pick<EventBus, 'publish' | 'subscribe' | 'counts'> {
  const subscribers = new Set<(payload: unknown) => void>();
  return {
    publish: (_topic, payload) => {
      for (const subscriber of subscribers) subscriber(payload);
      return true;
    },
    subscribe: (_topic, subscriber) => {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    counts: () => ({ published: 0, received: 0, dropped: 0, gaps: 0, waiting: 0 }),
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
}

function mebibytes(octets: number): number {
  return Math.round(octets / 104_857.6) / 10;
}
