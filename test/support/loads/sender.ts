import { parentPort } from 'node:worker_threads';

export interface Sent {
  readonly number: number;
  readonly url: string;
  readonly init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string | Uint8Array;
  };
}

/** A thread that sends requests, so that making them costs the one that answers nothing. */
parentPort?.on('message', async ({ number, url, init }: Sent) => {
  try {
    const response = await fetch(url, init as RequestInit);
    await response.arrayBuffer();
    parentPort?.postMessage({ number, status: response.status });
  } catch (error) {
    parentPort?.postMessage({ number, status: 0, error: String(error) });
  }
});
