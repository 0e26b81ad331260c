import { createServer } from 'node:http';
import type { Registry } from 'prom-client';

/** Serves `/metrics` and `/health` on `HOST:PORT`. Rejects if that address can't be had. */
export async function serveMetrics(
  address: string,
  registry: Registry,
  isHealthy: () => boolean,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '');
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (request.url === '/health') {
      const healthy = isHealthy();
      response.writeHead(healthy ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: healthy ? 'ok' : 'failing' }));
    } else {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There are /metrics and /health.\n');
    }
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 10_000;
  server.maxConnections = 64;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(address.slice(colon + 1)), host, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
