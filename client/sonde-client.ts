import type { StoredQuery } from './api-types.generated.ts';
import { readNdjson } from './ndjson.ts';
import {
  type AnswerOf,
  besideItems,
  type CallInput,
  type CallOptions,
  type CallParameters,
  type ItemOf,
  type OperationName,
  type PagedOperation,
  type QueryOf,
} from './operation-types.ts';
import { requestUrl } from './request-url.ts';
import type { RetryOptions } from './retry.ts';
import type { ScanLine } from './scan-lines.ts';
import { type PreparedRequest, send } from './send.ts';

export interface SondeClientOptions extends RetryOptions {
  /** The collector's URL: `https://sonde.example`. */
  readonly url: string;
  /** An API key or a token; without one, what is public. */
  readonly key?: string;
  /** Milliseconds until each attempt's answer must begin; 60,000 by default. */
  readonly timeout?: number;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
}

const search = 'GET /api/v1/dns-monitoring/queries';
const scan = 'POST /api/scan';
const ingest = 'POST /api/v1/dns-monitoring/queries';
type IngestBody = Extract<CallInput<typeof ingest>['body'], { queries: unknown }>;

export interface Readiness {
  readonly status: string;
  /** The services that it needs, all of which answer. */
  readonly checks: readonly string[];
  /** The matters that an operator should look at although all is served. */
  readonly warnings?: readonly string[];
}

/** Input as the client itself handles it: which operation has which parts is for the types to say. */
interface LooseInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * A Sonde client calls the API of a collector. Refusals reject with a SondeError; if there is no answer, with
 * fetch's own error.
 */
export class SondeClient {
  readonly #options: SondeClientOptions;
  readonly #base: string;

  constructor(options: SondeClientOptions) {
    const { protocol, href } = new URL(options.url);
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('url: http or https is needed');
    this.#options = options;
    this.#base = href.replace(/\/+$/, '');
  }

  /** Whether it asks as somebody, rather than for what is public. */
  get hasKey(): boolean {
    return this.#options.key !== undefined;
  }

  /**
   * Makes a client of the same collector with another credential: `client.withKey((await client.call('POST
   * /api/auth/login', …)).token)`.
   */
  withKey(key: string): SondeClient {
    return new SondeClient({ ...this.#options, key });
  }

  /** Calls an operation: `client.call('GET /api/v1/dns-monitoring/threats/{id}', { params: { id: 7 } })`. */
  async call<Name extends OperationName>(
    name: Name,
    ...[input]: CallParameters<Name>
  ): Promise<AnswerOf<Name>> {
    const response = await this.#send(name, (input ?? {}) as LooseInput);
    return (await response.json()) as AnswerOf<Name>;
  }

  /** Calls an operation that answers with text if it is asked so. */
  async text<Name extends OperationName>(name: Name, ...[input]: CallParameters<Name>): Promise<string> {
    return (await this.#send(name, (input ?? {}) as LooseInput)).text();
  }

  /** Calls an operation that answers with a file, and gives its bytes as they come. */
  async *bytes<Name extends OperationName>(
    name: Name,
    ...[input]: CallParameters<Name>
  ): AsyncGenerator<Uint8Array> {
    const response = await this.#send(name, (input ?? {}) as LooseInput);
    if (response.body !== null) yield* response.body;
  }

  /** Gives every item of a list, page after page, asked for as they are needed. */
  async *items<Name extends PagedOperation>(
    name: Name,
    ...[input]: CallParameters<Name>
  ): AsyncGenerator<ItemOf<Name>> {
    const loose = (input ?? {}) as LooseInput;
    let query = loose.query ?? {};
    for (;;) {
      const response = await this.#send(name, { ...loose, query });
      const answer = (await response.json()) as Record<string, unknown>;
      const list = Object.entries(answer).find(([key, value]) => key !== besideItems && Array.isArray(value));
      const items = (list?.[1] ?? []) as ItemOf<Name>[];
      yield* items;
      const { next_cursor: cursor, count, offset } = answer;
      if (typeof cursor === 'string') query = { ...query, cursor };
      else if (typeof offset === 'number' && items.length > 0 && offset + items.length < Number(count)) {
        query = { ...query, offset: offset + items.length };
      } else return;
    }
  }

  /** Exports all stored queries that a filter finds, in one answer that streams. */
  async *exportQueries(
    filter: Omit<NonNullable<QueryOf<typeof search>>, 'format' | 'cursor' | 'limit'> = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<StoredQuery> {
    const query = { ...filter, format: 'ndjson' };
    const response = await this.#send(search, { query, ...(signal === undefined ? {} : { signal }) });
    if (response.body !== null) yield* readNdjson<StoredQuery>(response.body);
  }

  /** Scans a domain and tells of each check as it ends; the last line is the result, or why there is none. */
  async *scanDomain(
    body: CallInput<typeof scan>['body'],
    { signal }: CallOptions = {},
  ): AsyncGenerator<ScanLine> {
    const input = { body, query: { stream: true }, ...(signal === undefined ? {} : { signal }) };
    const response = await this.#send(scan, input);
    if (response.body !== null) yield* readNdjson<ScanLine>(response.body);
  }

  /**
   * Sends observed queries with a location's key. They go under an id, so that sending them again stores nothing twice:
   * keep it over restarts if they must arrive exactly once.
   */
  ingestQueries(
    queries: IngestBody['queries'],
    { batchId = crypto.randomUUID(), ...options }: CallOptions & { readonly batchId?: string } = {},
  ): Promise<AnswerOf<typeof ingest>> {
    return this.call(ingest, { body: { queries }, headers: { 'X-Batch-Id': batchId }, ...options });
  }

  /**
   * Asks for the collector's readiness, without a key. Rejects with `not_ready` while something that it needs is away.
   */
  async readiness(): Promise<Readiness> {
    const response = await this.#send('GET /health/ready', {});
    return (await response.json()) as Readiness;
  }

  /** Fetches the document of all operations (OpenAPI 3.1), as this collector has them; no key is needed. */
  async document(): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.#send('GET /openapi.json', {});
    return (await response.json()) as Readonly<Record<string, unknown>>;
  }

  #send(
    name: OperationName | 'GET /health/ready' | 'GET /openapi.json',
    input: LooseInput,
  ): Promise<Response> {
    const [method = '', path = ''] = name.split(' ');
    const { key, timeout = 60_000, fetch = globalThis.fetch } = this.#options;
    const given = Object.entries(input.headers ?? {}).filter((pair): pair is [string, string] => {
      return pair[1] !== undefined;
    });
    const request: PreparedRequest = {
      method,
      url: requestUrl(this.#base, path, input.params, input.query),
      headers: {
        Accept: 'application/json, application/x-ndjson',
        ...Object.fromEntries(given),
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: input.body,
      signal: input.signal,
      repeatable: method !== 'POST' || given.some(([header]) => header.toLowerCase() === 'x-batch-id'),
    };
    return send(request, { ...this.#options, timeout, fetch });
  }
}
