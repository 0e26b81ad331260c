import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ListenAddress } from '../../../collector/http/server/listen-address.ts';
import type { Ending } from '../temporary-directory.ts';

export interface SlowUpload {
  readonly socket: Socket;
  /** What was answered by now. */
  readonly answer: () => string;
}

/** A request whose body does not come to its end: the octets that are sent of those that its head promises. */
export async function beginSlowUpload(
  t: Ending,
  address: ListenAddress,
  {
    path,
    headers = {},
    promised,
    sent = 0,
  }: {
    path: string;
    headers?: Readonly<Record<string, string>>;
    promised: number;
    sent?: number;
  },
): Promise<SlowUpload> {
  if (address.kind !== 'tcp') throw new Error('a slow upload goes over TCP');
  const socket = connect(address.port, address.host);
  let answer = '';
  socket.setEncoding('latin1');
  socket
    .on('error', () => {})
    .on('data', (text: string) => {
      answer += text;
    });
  t.teardown(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  const all = {
    Host: 'a',
    'Content-Type': 'application/json',
    'Content-Length': String(promised),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (sent > 0) socket.write(Buffer.alloc(sent, 0x20));
  return { socket, answer: () => answer };
}
