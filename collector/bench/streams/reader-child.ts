import { type RawData, WebSocket } from 'ws';

/**
 * Listens as so many programs would, to certstream's names or to the collector's own channel, and tells the parent how many certificates came
 * and how many were told to be missed. Messages are told apart by their beginning: parsing each would measure this process.
 */
const [url = '', connections = '0', key = '', face = ''] = process.argv.slice(2);
const together = 100;
let received = 0;
let missed = 0;

const forms: Readonly<Record<string, (socket: WebSocket, text: Buffer, onReady: () => void) => void>> = {
  certstream: (_socket, text) => {
    if (text.includes('"missed"'))
      missed += (JSON.parse(String(text)) as { data: { count: number } }).data.count;
    else if (!text.includes('"heartbeat"')) received++;
  },
  // Engine.IO's version 4 and Socket.IO's version 5, of which 42 is an event.
  channel: (socket, text, onReady) => {
    if (text[0] === 0x30) socket.send('40');
    else if (text[0] === 0x32) socket.send('3');
    else if (text[1] === 0x30) socket.send('42["subscribe_ct_logs"]');
    else if (text.includes('"ct_log_entry"', 2)) received++;
    else if (text.includes('"subscribed', 2)) onReady();
    else missed += Number(/"(\d+) (?:events|certificates) were left out/.exec(String(text))?.[1] ?? 0);
  },
};
const read = forms[face]!;

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
  if (face === 'certstream') socket.on('open', resolve);
  socket.on('error', reject);
  socket.on('message', (data: RawData) => read(socket, data as Buffer, resolve));
  return promise;
}
