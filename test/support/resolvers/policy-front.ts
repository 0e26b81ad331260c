import { request as ask, createServer, type Server } from 'node:http';
import { policySignatureHeader, signPolicy } from '@sonde/shared/policy/signature.ts';
import type { ExecutionContext } from 'ava';
import { freePort } from '../free-port.ts';
import { rule } from './policy-zone.ts';

export const policyKey = 'sonde_res_0123456789012345678901234567890123456789';

/** In front of a collector for rows: gives out one policy, and can be away. */
export async function startPolicyFront(t: ExecutionContext, behind: string) {
  const document = {
    resolver_id: '7',
    version: 3,
    issued_at: '2026-03-01T00:00:00.000Z',
    rules: [rule('1', { kind: 'domain', name: 'bad.example' })],
  };
  const body = Buffer.from(JSON.stringify(document));
  const signature = signPolicy(body, { kind: 'hmac-sha256', secret: policyKey });
  const port = await freePort();
  let server: Server | undefined;
  const open = async (): Promise<void> => {
    server = createServer((request, response) => {
      if (request.method === 'GET') {
        const held = request.headers['if-none-match'] === '"7-3"';
        response.writeHead(held ? 304 : 200, { etag: '"7-3"', [policySignatureHeader]: signature });
        response.end(held ? undefined : body);
        return;
      }
      const { method, headers } = request;
      const passed = ask(new URL(request.url ?? '/', behind), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  };
  const close = async (): Promise<void> => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  };
  t.teardown(close);
  return { url: `http://127.0.0.1:${port}`, open, close };
}
