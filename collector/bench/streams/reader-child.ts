import { WebSocket } from 'ws';

/** Listens as so many programs would, and tells the parent how many certificates came and how many were told to be missed. */
const [url = '', connections = '0', key = ''] = process.argv.slice(2);
const together = 100;
let received = 0;
let missed = 0;

for (let at = 0; at < Number(connections); at += together)
  await Promise.all(Array.from({ length: Math.min(together, Number(connections) - at) }, open));
process.send!({ open: Number(connections) });
process.on('message', () => {
  process.send!({ received, missed });
});

function open(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${key}` },
    perMessageDeflate: false,
  });
  socket.on('open', resolve);
  socket.on('error', reject);
  socket.on('message', (data: Buffer) => {
    // Parsing would measure this process.
    if (data.includes('"missed"'))
      missed += (JSON.parse(String(data)) as { data: { count: number } }).data.count;
    else if (!data.includes('"heartbeat"')) received++;
  });
  return promise;
}
