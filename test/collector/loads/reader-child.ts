import { io } from 'socket.io-client';
import type { ReaderMessage } from './socket-burst.ts';

// Many subscribers in one process, each of which counts what it hears and what it is told that it missed.
const [port, sockets, events] = process.argv.slice(2).map(Number) as [number, number, number];
const heard = new Array<number>(sockets).fill(0);
const totals = { received: 0, leftOut: 0, done: 0 };
const atOnce = 100;

function tell(message: ReaderMessage): void {
  process.send?.(message);
}

function count(index: number, events_: number): void {
  heard[index]! += events_;
  if (heard[index] !== events) return;
  if (++totals.done === sockets) {
    const { received, leftOut } = totals;
    tell({ kind: 'heard', least: Math.min(...heard), most: Math.max(...heard), received, leftOut });
  }
}

async function subscribe(index: number): Promise<void> {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  socket.on('dns_change', () => {
    totals.received++;
    count(index, 1);
  });
  socket.on('error', ({ message }: { message: string }) => {
    const missed = Number(/^(\d+) events were left out/.exec(message)?.[1] ?? 0);
    totals.leftOut += missed;
    count(index, missed);
  });
  socket.on('disconnect', () => process.exit(1));
  await socket.emitWithAck('subscribe_dns_changes');
}

for (let first = 0; first < sockets; first += atOnce) {
  const group = Array.from({ length: Math.min(atOnce, sockets - first) }, (_, index) => first + index);
  await Promise.all(group.map(subscribe));
}
tell({ kind: 'subscribed' });
