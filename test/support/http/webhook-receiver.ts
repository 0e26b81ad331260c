import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import type { Ending } from '../temporary-directory.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on loopback that takes webhooks and answers as it is told, and the guarded way to it. */
export async function startWebhookReceiver(t: Ending) {
  const received: ReceivedWebhook[] = [];
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    received.push({ path: request.url ?? '', headers: request.headers, body });
    const { status, headers = {} } = answers.shift() ?? { status: 204 };
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const notificationFetch = createGuardedFetch({
    resolver: { addresses: async () => [] },
    policy: new AddressPolicy(['127.0.0.1/32']),
    userAgent: 'sonde test',
  });
  return { url: `http://127.0.0.1:${port}/hook`, received, answers, notificationFetch };
}
