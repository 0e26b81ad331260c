import type { Fetched } from './fetch.ts';

/** Reads the whole body; the fetch bounded it (`maxBytes`). Rejects with a FetchError if it breaks off. */
export async function wholeBody({ body }: Pick<Fetched, 'body'>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

/** Lets go of an answer whose body is of no use. Rejects with a FetchError if it breaks off at once. */
export async function letGo({ body }: Pick<Fetched, 'body'>): Promise<void> {
  for await (const _ of body) break;
}
