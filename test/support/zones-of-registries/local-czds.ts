import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Ending } from '../temporary-directory.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that speaks as ICANN's account API and zone data service do, with answers that a test changes. */
export async function startLocalCzds(t: Ending) {
  const state = {
    password: 'of the operator',
    token: 'token-1',
    logins: 0,
    downloads: 0,
    notModified: 0,
    etag: '"1"',
    listed: ['test'],
    login: undefined as Answer | undefined,
    zone: undefined as Answer | undefined,
    packed: new Map<string, Buffer>(),
    url: '',
    set(zone: string, names: readonly string[]) {
      state.packed.set(zone, packZone(zone, names));
      state.etag = `"${Number(state.etag.slice(1, -1)) + 1}"`;
    },
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    if (request.url === '/api/authenticate') {
      state.logins++;
      if (state.login !== undefined) return state.login(request, response);
      const { username, password } = JSON.parse(body) as { username: string; password: string };
      const isKnown =
        request.method === 'POST' &&
        request.headers['content-type'] === 'application/json' &&
        username === 'ada@example.com' &&
        password === state.password;
      response
        .writeHead(isKnown ? 200 : 401)
        .end(JSON.stringify(isKnown ? { accessToken: state.token } : {}));
      return;
    }
    if (request.headers.authorization !== `Bearer ${state.token}`) return void response.writeHead(401).end();
    if (request.url === '/czds/downloads/links') {
      const links = state.listed.map((zone) => `${state.url}/czds/downloads/${zone}.zone`);
      return void response.end(JSON.stringify([...links, 'http://192.0.2.1/czds/downloads/stolen.zone']));
    }
    state.downloads++;
    if (state.zone !== undefined) return state.zone(request, response);
    if (request.headers['if-none-match'] === state.etag) {
      state.notModified++;
      return void response.writeHead(304).end();
    }
    const packed = state.packed.get(/([a-z]+)\.zone$/.exec(request.url ?? '')?.[1] ?? '');
    if (packed === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { etag: state.etag, 'content-type': 'application/x-gzip' }).end(packed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

/** A zone as registries give it, with records that are no delegations. */
export function packZone(zone: string, names: readonly string[]): Buffer {
  const lines = [
    `${zone}.\t900\tin\tsoa\tns.${zone}. admin.${zone}. 1 1800 900 604800 86400`,
    `${zone}.\t900\tin\tns\tns.nic.${zone}.`,
    ...names.flatMap((name) => [
      `${name}.\t3600\tin\tns\tns1.${name}.`,
      `${name}.\t3600\tin\tns\tns2.example.net.`,
      `${name}.\t3600\tin\tds\t1 13 2 ${'ab'.repeat(32)}`,
      `ns1.${name}.\t3600\tin\ta\t192.0.2.1`,
    ]),
  ];
  return gzipSync(`${lines.join('\n')}\n`);
}
