import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { batchContentType, batchVersion, flowBatchVersion } from '@sonde/shared/batch/envelope.ts';
import { signatureHeader, signBatch } from '@sonde/shared/batch/signature.ts';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import got from 'got';
import { z } from 'zod';
import { parseJson, printable } from './answer-text.ts';
import { authoritiesOf, collectorUrl } from './collector-road.ts';
import type { Destination } from './messages.ts';

const path = '/api/v1/dns-monitoring/queries';
/** An answer is a few numbers and at most some messages. */
const maxAnswerBytes = 256 * 1024;

/** Milliseconds of a pause that a collector asks for, at most. */
const longestPause = 3_600_000;

/** An outcome is the result of one attempt to deliver a batch. */
export type Outcome =
  | {
      readonly kind: 'accepted';
      readonly accepted: number;
      readonly rejected: number;
      readonly duplicate: boolean;
      /** The reason why the first of the rejected rows was rejected. */
      readonly why?: string;
    }
  /** This batch is not wanted, now or later. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unauthorized'; readonly message: string }
  /** `after` is in milliseconds, undefined where the collector did not say. */
  | { readonly kind: 'busy'; readonly after: number | undefined; readonly message: string }
  /** Something answered that is no collector: a proxy, a captive portal, a wrong address. */
  | { readonly kind: 'not_a_collector'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A collector client sends batches to collectors over HTTP. */
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

  /** Delivers one batch to one collector; never rejects. `clockAhead` is in milliseconds, if the answer told it. */
  async send(
    collector: string,
    batch: Buffer,
    signal: AbortSignal,
  ): Promise<{ outcome: Outcome; clockAhead?: number }> {
    const tooLong = new AbortController();
    const startedAt = Date.now();
    try {
      const request = got.post(collectorUrl(collector, path), {
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
        https: { certificateAuthority: this.#authorities, ...this.#destination.client },
        signal: AbortSignal.any([signal, tooLong.signal]),
      });
      request.on('downloadProgress', (progress) => {
        if (progress.transferred > maxAnswerBytes) tooLong.abort(new Error('The answer is too long.'));
      });
      const { statusCode: status, headers, rawBody } = await request;
      const now = Date.now();
      const answer = { status, headers, body: Buffer.from(rawBody).toString('utf8') };
      const outcome = outcomeOf(answer, now, batch[4]);
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

const acceptedSchema = z.object({
  accepted: z.number().int().nonnegative(),
  rejected: z.number().int().nonnegative().default(0),
  duplicate: z.boolean().default(false),
  errors: z.array(z.object({ message: z.string() })).default([]),
});
const errorSchema = z.object({ error: z.string(), code: z.string() });

/** Reads a collector's answer to a batch of this version. `now` is in milliseconds since 1970. */
export function outcomeOf(answer: Answer, now: number, version: number = batchVersion): Outcome {
  const { status } = answer;
  const json = parseJson(answer.body);
  const failure = errorSchema.safeParse(json);
  const message = failure.success
    ? `${status} ${printable(failure.data.code)}: ${printable(failure.data.error)}`
    : `The answer was ${status}.`;
  if (status === 200 || status === 202) {
    const taken = acceptedSchema.safeParse(json);
    if (taken.success) {
      const { errors, ...counts } = taken.data;
      const why = errors[0] === undefined ? {} : { why: printable(errors[0].message) };
      return { kind: 'accepted', ...counts, ...why };
    }
    return { kind: 'not_a_collector', message: `The answer is not that of a collector (${status}).` };
  }
  if (status === 401 || status === 403) return { kind: 'unauthorized', message };
  if (status === 429 || status === 503) {
    const header = answer.headers['retry-after'];
    const asked = readRetryAfter(typeof header === 'string' ? header : undefined, now);
    return { kind: 'busy', after: asked && Math.min(asked, longestPause), message };
  }
  if (status === 408 || status >= 500) return { kind: 'failed', message };
  // An update of the collector makes it take what it does not know yet; until then rows wait in the spool.
  if (failure.success && failure.data.code === 'unsupported_batch_version') {
    const what = `The collector is older than this program and does not accept batches of version ${version}`;
    // Queries are not to wait for the sake of encrypted flows, which are set aside and counted.
    return version === flowBatchVersion
      ? {
          kind: 'refused',
          message: `${what}, which contain connections of encrypted DNS. Update the collector. (${message})`,
        }
      : { kind: 'failed', message: `${what}. Update the collector. (${message})` };
  }
  // A collector that lacks the endpoint says so in its own words; anything else that does is in its place.
  if ((status === 404 || status === 405) && !failure.success) return { kind: 'not_a_collector', message };
  if (status >= 400) return { kind: 'refused', message };
  return { kind: 'not_a_collector', message };
}
