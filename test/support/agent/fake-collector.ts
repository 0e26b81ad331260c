import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '@sonde/shared/batch/body.ts';
import { type Batch, batchContentType, decodeBatch } from '@sonde/shared/batch/envelope.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import { decodeRows } from '@sonde/shared/batch/row-reader.ts';
import { signatureHeader, verifyBatch } from '@sonde/shared/batch/signature.ts';
import type { ExecutionContext } from 'ava';

/** What the fake does with the next request, in place of taking it. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, batch: Buffer) => void;

export const fakeKey = 'test-location-key';

/** A real HTTP server that takes batches as a collector does: checks key and signature, stores a batch id once. */
export class FakeCollector {
  readonly batches: Batch[] = [];
  readonly rows: Row[] = [];
  /** Requests seen, with the answers' status codes where the fake answered by itself. */
  readonly answers: number[] = [];
  requests = 0;
  duplicates = 0;
  /** Used once each, first to last, before the fake goes on as a collector. */
  readonly next: Behaviour[] = [];
  /** While set, done with each request. */
  always: Behaviour | undefined;
  key = fakeKey;
  readonly #server: Server;
  url = '';

  constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  /** Listens on a port of its own choice, or on the one or the socket given. */
  async listen(where: number | string = 0): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      if (typeof where === 'string') this.#server.listen(where, resolve);
      else this.#server.listen(where, '127.0.0.1', resolve);
    });
    this.url =
      typeof where === 'string'
        ? `unix:${where}`
        : `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      return;
    }
    const bytes = Buffer.concat(parts);
    const behave = this.next.shift() ?? this.always;
    if (behave !== undefined) return behave(request, response, bytes);
    const [status, body] = await this.#answer(request, bytes);
    this.answers.push(status);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async #answer(request: IncomingMessage, bytes: Buffer): Promise<[number, object]> {
    if (request.method !== 'POST' || request.url !== '/api/v1/dns-monitoring/queries') {
      return [404, { error: 'No such endpoint.', code: 'not_found' }];
    }
    const { authorization, 'x-api-key': key = authorization?.replace(/^Bearer /, '') } = request.headers;
    if (key !== this.key) return [401, { error: 'Unknown key.', code: 'bad_credential' }];
    if (request.headers['content-type'] !== batchContentType)
      return [415, { error: 'No.', code: 'unsupported' }];
    try {
      const signature = request.headers[signatureHeader];
      verifyBatch(bytes, this.key, typeof signature === 'string' ? signature : undefined);
      const batch = decodeBatch(bytes);
      const { batchId, rows } = batch.header;
      const duplicate = this.batches.some((known) => known.header.batchId === batchId);
      if (duplicate) this.duplicates++;
      else {
        const decoded = decodeRows(await readBody(batch));
        this.batches.push(batch);
        this.rows.push(...decoded);
      }
      return [202, { accepted: rows, rejected: 0, errors: [], batch_id: batchId, duplicate }];
    } catch (error) {
      return [400, { error: String(error), code: 'malformed_batch' }];
    }
  }
}

export async function startFakeCollector(t: ExecutionContext, where?: string): Promise<FakeCollector> {
  const collector = new FakeCollector();
  await collector.listen(where);
  t.teardown(() => collector.close());
  return collector;
}

/** Answers with a status, headers and a collector's error body. */
export function answerWith(status: number, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: 'As the test asks.', code: 'by_test', request_id: 'r' }));
  };
}
