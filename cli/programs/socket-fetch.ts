import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';

/** Creates a `fetch` that asks the server on a Unix socket, whatever host the address names. */
export function socketFetch(socketPath: string): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const { pathname, search } = new URL(asked.url);
    const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer());
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    httpRequest(
      {
        socketPath,
        path: pathname + search,
        method: asked.method,
        headers: Object.fromEntries(asked.headers),
        signal: asked.signal,
      },
      (answer) => {
        const headers = Object.entries(answer.headers).map(
          ([name, value]) => [name, String(value)] as [string, string],
        );
        const status = answer.statusCode ?? 500;
        const isEmpty = status === 204 || status === 304;
        if (isEmpty) answer.resume();
        resolve(
          new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers }),
        );
      },
    )
      .on('error', reject)
      .end(body);
    return promise;
  };
}
