import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import type { SocketFace } from '../../../collector/socket/socket-face.ts';

/** Serves a real-time face on a free port until the test's end. Returns its URL. */
export async function serveFace(t: ExecutionContext, face: SocketFace): Promise<string> {
  const server = createServer((_request, response) => response.end('http too'));
  face.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(async () => {
    await face.stop();
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
