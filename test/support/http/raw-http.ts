import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ListenAddress } from '../../../collector/http/server/listen-address.ts';

/** Sends bytes as they are and returns all that comes back until the other side closes. */
export async function rawRequest(address: ListenAddress, request: string | Buffer): Promise<string> {
  const socket =
    address.kind === 'unix' ? connect(address.path) : connect({ host: address.host, port: address.port });
  socket.on('error', () => {});
  socket.write(request);
  return text(socket);
}

/** The status and the JSON body of a raw response. */
export function parseRaw(response: string): { status: number; head: string; body: Record<string, unknown> } {
  const end = response.indexOf('\r\n\r\n');
  const head = response.slice(0, end);
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(response.slice(end + 4)) };
}
