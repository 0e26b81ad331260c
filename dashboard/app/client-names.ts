import { signal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from './api.ts';

export type KnownClient = AnswerOf<'GET /api/v1/dns-monitoring/client-names'>['names'][number];

const everyMs = 5 * 60_000;
const known = signal<ReadonlyMap<string, KnownClient>>(new Map());
let readAt = 0;

/** Reads what clients are called. If that fails, pages show them by their addresses. */
export async function readClientNames(): Promise<void> {
  readAt = Date.now();
  try {
    const { names } = await api.call('GET /api/v1/dns-monitoring/client-names');
    known.value = new Map(names.map((name) => [name.client_ip, name]));
  } catch {
    // The pages' own questions tell what is wrong.
  }
}

/** Finds what a client is called, and by whom; undefined if nobody has a name for it. Names that are old are read anew behind it. */
export function knownClient(address: string): KnownClient | undefined {
  if (Date.now() - readAt > everyMs) void readClientNames();
  return known.value.get(address);
}

/** Finds clients with these letters in their names, up to so many. */
export function clientsCalled(letters: string, most: number): KnownClient[] {
  const wanted = letters.toLowerCase();
  const found: KnownClient[] = [];
  for (const client of known.value.values()) {
    if (found.length === most) break;
    if (client.name.toLowerCase().includes(wanted)) found.push(client);
  }
  return found;
}
