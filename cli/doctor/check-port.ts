import { createServer } from 'node:net';
import type { Finding } from './finding.ts';

/** Says, where no collector answers at an address of this machine, whether another program has the port. */
export async function checkPort(url: string): Promise<Finding[]> {
  const { hostname, port: given, protocol } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
  if (!/^127\.|^::1$/.test(host)) return [];
  const port = Number(given || (protocol === 'https:' ? 443 : 80));
  const code = await bind(host, port);
  if (code === undefined)
    return [{ check: 'port', state: 'well', message: `Port ${port} is free for a collector.` }];
  if (code === 'EADDRINUSE') {
    const advice = `ss -ltnp 'sport = :${port}' shows the program. Give the collector a different port with SONDE_LISTEN, or name the address of the collector with --url.`;
    return [
      { check: 'port', state: 'wrong', message: `A different program listens on port ${port}.`, advice },
    ];
  }
  const message = `A collector cannot listen on port ${port} here (${code}).`;
  const advice = 'Ports below 1024 need root, or a service with CAP_NET_BIND_SERVICE.';
  return [{ check: 'port', state: 'odd', message, advice }];
}

function bind(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
