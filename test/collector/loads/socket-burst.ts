import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { createSocketFace } from '../../../collector/socket/socket-face.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { createTestMeter } from '../../support/meter.ts';
import { silentLog } from '../../support/silent-log.ts';

export interface BurstOptions {
  readonly sockets: number;
  readonly events: number;
  /** Events handed over at once before the others get a turn. */
  readonly atOnce: number;
  /** Subscribers that never read, besides. */
  readonly stuck: number;
  /** Events for those alone, of 8 KiB each: more than the system takes off the server's hands for a reader that does not read. */
  readonly eventsForStuck: number;
}

export interface BurstResult {
  /** What each reader heard, the events that it was told of as left out included. */
  readonly leastHeard: number;
  readonly mostHeard: number;
  readonly received: number;
  readonly leftOut: number;
  /** Events that were left out for the stuck ones. */
  readonly keptFromStuck: number;
  /** Milliseconds until the last reader had its last event. */
  readonly milliseconds: number;
  /** Bytes of the serving process at its most, above what it had when all were subscribed. */
  readonly growthBytes: number;
  readonly bytesPerSocket: number;
  /** Longest that the serving process did nothing else, in milliseconds. */
  readonly longestBlock: number;
}

/** What a process of readers tells. */
export type ReaderMessage =
  | { readonly kind: 'subscribed' }
  | {
      readonly kind: 'heard';
      readonly least: number;
      readonly most: number;
      readonly received: number;
      readonly leftOut: number;
    };

/** Subscribes sockets by the thousand, in processes beside this one, and publishes a burst to all of them. */
export async function socketBurst(options: BurstOptions): Promise<BurstResult> {
  const meter = createTestMeter();
  const missed = () => meter.counts.get('sonde_events_missed_total') ?? 0;
  const face = createSocketFace({
    authenticate: async () => undefined,
    sessions: noSessions,
    trustedProxies: new TrustedProxies([]),
    corsOrigins: [],
    statistics: async () => ({
      total_domains: 0,
      total_scans_today: null,
      active_monitors: null,
      ct_logs_today: null,
    }),
    clock: Date,
    log: silentLog,
    meter,
  });
  const server = createServer();
  face.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const before = process.memoryUsage().rss;
  const reader = fork(new URL('./reader-child.ts', import.meta.url), [
    String(port),
    String(options.sockets),
    String(options.events),
  ]);
  const stuck: Socket[] = [];
  try {
    for (let index = 0; index < options.stuck; index++) stuck.push(await stuckSubscriber(port));
    await told(reader, 'subscribed');
    const subscribed = process.memoryUsage().rss;
    const watch = watchProcess();
    for (let index = 0; index < options.eventsForStuck; index++) {
      face.deliver(largeEventOf('stuck.example'));
      if (index % 50 === 49) await delay(1);
    }
    const keptFromStuck = missed();
    const began = performance.now();
    const heard = told(reader, 'heard');
    for (let index = 0; index < options.events; index++) {
      face.deliver(eventOf(`changed-${index}.example`));
      if (index % options.atOnce === options.atOnce - 1) await delay(1);
    }
    const { least, most, received, leftOut } = await heard;
    const milliseconds = performance.now() - began;
    const { peak, longestBlock } = watch.stop();
    return {
      leastHeard: least,
      mostHeard: most,
      received,
      leftOut,
      keptFromStuck,
      milliseconds,
      growthBytes: Math.max(0, peak - subscribed),
      bytesPerSocket: (subscribed - before) / options.sockets,
      longestBlock,
    };
  } finally {
    reader.kill();
    for (const socket of stuck) socket.destroy();
    await face.stop();
    server.close();
    server.closeAllConnections();
  }
}

const timestamp = '2026-05-04T03:02:01.000Z';

/** An event for all. */
function eventOf(domain: string) {
  const payload = {
    domain,
    record_type: 'A',
    old_value: '192.0.2.1',
    severity: 'low' as const,
    new_value: '192.0.2.2',
    timestamp,
  };
  return { name: 'dns_change' as const, payload, accountId: null };
}

/** An event for those who subscribed to that domain. */
function largeEventOf(domain: string) {
  const payload = { domain, result: { text: 'x'.repeat(8_192) }, timestamp };
  return { name: 'scan_complete' as const, payload, accountId: null };
}

async function told<Kind extends ReaderMessage['kind']>(
  child: ReturnType<typeof fork>,
  kind: Kind,
): Promise<Extract<ReaderMessage, { kind: Kind }>> {
  for (;;) {
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [{ kind: 'exited' }]),
    ])) as [ReaderMessage | { kind: 'exited' }];
    if (message.kind === 'exited') throw new Error('the readers ended');
    if (message.kind === kind) return message as Extract<ReaderMessage, { kind: Kind }>;
  }
}

/** A WebSocket that subscribes by hand, to a domain of its own kind as well, and then reads nothing more. */
async function stuckSubscriber(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n' +
      'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n\r\n',
  );
  await once(socket, 'data');
  for (const text of [
    '40',
    '42["subscribe_domain",{"domain":"stuck.example"}]',
    '42["subscribe_dns_changes"]',
  ]) {
    // A frame of text with a mask of zeros (RFC 6455 section 5.2).
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]));
    await once(socket, 'data');
  }
  socket.pause();
  return socket;
}

function watchProcess(): { stop(): { peak: number; longestBlock: number } } {
  let peak = 0;
  let longestBlock = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longestBlock = Math.max(longestBlock, now - last);
    last = now;
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  return {
    stop: () => {
      clearInterval(timer);
      return { peak: Math.max(peak, process.memoryUsage().rss), longestBlock };
    },
  };
}
