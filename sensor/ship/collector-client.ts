import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';
import { batchContentType } from '@sonde/shared/batch/envelope.ts';
import { signatureHeader, signBatch } from '@sonde/shared/batch/signature.ts';
import got from 'got';
import type { Destination } from './messages.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

const path = '/api/v1/dns-monitoring/queries';
/** An answer is a few numbers and at most some messages. */
const maxAnswerBytes = 256 * 1024;

/** Sends batches to collectors over HTTP. */
export class CollectorClient {
  readonly #software: string;
  readonly #requestTime: number;
  // Agents of our own: the global ones can be told by the environment to use a proxy.
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 2 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 2 });
  #destination: Destination;
  #authorities: string[];

  /** `requestTime` is in milliseconds. */
  constructor(options: { destination: Destination; software: string; requestTime: number }) {
    this.#software = options.software;
    this.#requestTime = options.requestTime;
    this.#destination = options.destination;
    this.#authorities = authoritiesOf(options.destination);
  }

  use(destination: Destination): void {
    this.#destination = destination;
    this.#authorities = authoritiesOf(destination);
  }

  /** Delivers one batch to one collector; never rejects. `clockAhead` is in milliseconds, where the answer told it. */
  async send(
    collector: string,
    batch: Buffer,
    signal: AbortSignal,
  ): Promise<{ outcome: Outcome; clockAhead?: number }> {
    const tooLong = new AbortController();
    const startedAt = Date.now();
    try {
      const request = got.post(requestUrl(collector), {
        body: batch,
        headers: {
          'content-type': batchContentType,
          'x-api-key': this.#destination.key,
          [signatureHeader]: signBatch(batch, this.#destination.key),
          'user-agent': this.#software,
          accept: 'application/json',
        },
        responseType: 'buffer',
        followRedirect: false,
        throwHttpErrors: false,
        decompress: false,
        retry: { limit: 0 },
        timeout: { lookup: 10_000, connect: 10_000, secureConnect: 10_000, request: this.#requestTime },
        enableUnixSockets: collector.startsWith('unix:'),
        agent: { http: this.#http, https: this.#https },
        https: { certificateAuthority: this.#authorities },
        signal: AbortSignal.any([signal, tooLong.signal]),
      });
      request.on('downloadProgress', (progress) => {
        if (progress.transferred > maxAnswerBytes) tooLong.abort(new Error('The answer is too long.'));
      });
      const { statusCode: status, headers, rawBody } = await request;
      const now = Date.now();
      const outcome = outcomeOf({ status, headers, body: Buffer.from(rawBody).toString('utf8') }, now);
      const date = Date.parse(headers.date ?? '');
      if (Number.isNaN(date)) return { outcome };
      return { outcome, clockAhead: date - (startedAt + now) / 2 };
    } catch (error) {
      if (tooLong.signal.aborted) {
        return { outcome: { kind: 'not_a_collector', message: 'The answer is too long for a collector.' } };
      }
      return { outcome: { kind: 'failed', message: describe(error) } };
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

function requestUrl(collector: string): string {
  if (!collector.startsWith('unix:')) return collector + path;
  const socket = collector.slice('unix:'.length).split('/').map(encodeURIComponent).join('/');
  return `http://unix:${socket}:${path}`;
}

function authoritiesOf(destination: Destination): string[] {
  if (destination.authorities !== undefined) return [destination.authorities];
  const system = getCACertificates('system');
  return system.length > 0 ? system : getCACertificates('default');
}

/** What OpenSSL says of a certificate that nobody vouches for. */
const unknownAuthority = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined && unknownAuthority.includes(code)) {
    return `No authority that is trusted vouches for its certificate; ca_file can name one. (${code})`;
  }
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
