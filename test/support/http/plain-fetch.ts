import { type Fetch, FetchError } from '../../../scanner/ports/fetch.ts';

/** The port on Node's own fetch, without any guard: for tests that have a server on the loopback interface. */
export const plainFetch: Fetch = async (url, { headers, signal, maxBytes }) => {
  const response = await fetch(url, { headers: { ...headers }, signal }).catch((cause: unknown) => {
    throw new FetchError('unreachable', 'There is no answer.', { cause });
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: bounded(response.body ?? [], maxBytes),
  };
};

async function* bounded(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchError('too_large', `The answer is longer than ${maxBytes} bytes.`);
    yield chunk;
  }
}
