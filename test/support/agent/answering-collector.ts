import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Ending } from '../temporary-directory.ts';

export interface Call {
  readonly path: string;
  readonly key: string | undefined;
  // What was sent is for the test to say.
  readonly body: Record<string, unknown>;
}

/** An HTTP server that notes what is posted to it and answers as the test says: a status alone, or JSON with 200. */
export async function answeringCollector(t: Ending, answer: (call: Call) => number | object) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const call = { path: request.url ?? '', key: request.headers.authorization, body };
    calls.push(call);
    const said = answer(call);
    const status = typeof said === 'number' ? said : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}
