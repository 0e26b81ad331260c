import { SondeClient } from '@sonde/client/sonde-client.ts';

/** Milliseconds for one answer, its body included. */
const patience = 15_000;

/** Gives up a call after its time, or when the signal aborts. */
export function inTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(patience)]);
}

/**
 * Creates a client of the collector's API under one of the plugin's keys. A batch is sent again by its sender, so that
 * the client tries once.
 */
export function connectCollector(url: string, key: string): SondeClient {
  return new SondeClient({ url, key, timeout: patience, retries: 0 });
}
