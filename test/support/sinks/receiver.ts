import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Ending } from '../temporary-directory.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Out of its coding. */
  readonly text: string;
}

/** A receiver over HTTP on loopback: what was posted to it, and what it answers, which a test chooses. */
export async function startReceiver(
  t: Ending,
  answer: (received: Received, response: ServerResponse) => void = (_received, response) =>
    void response.end('{}'),
) {
  const received: Received[] = [];
  const chosen = { answer };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const coding = request.headers['content-encoding'];
    const plain = coding === 'gzip' ? gunzipSync(body) : coding === 'zstd' ? zstdDecompressSync(body) : body;
    const one = { path: request.url!, headers: request.headers, text: plain.toString() };
    received.push(one);
    chosen.answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, chosen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
