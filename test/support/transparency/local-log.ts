import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Ending } from '../temporary-directory.ts';
import { makeLog, type SampleLog } from '../x509/certificate-logs.ts';
import { checkpoint, type IssuedCertificate, logEntry, type SampleEntry, signHead } from './log-samples.ts';
import { PlainTree } from './plain-tree.ts';

/** What a log does wrong: an answer of its own to a path, or undefined for the usual one. */
export type Fault = (path: string, usual: Answer | undefined) => Answer | undefined;

export interface Answer {
  readonly status?: number;
  readonly body?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LocalLogOptions {
  readonly kind: 'tiled' | 'rfc6962';
  readonly key?: 'ec' | 'rsa';
  /** Packs data tiles with gzip without being asked to. */
  readonly gzip?: boolean;
  /** Entries in an answer of get-entries, at most. */
  readonly mostEntries?: number;
}

/** A log of either kind on this machine, with a key of its own, that does whatever a test wants it to. */
export class LocalLog {
  readonly options: LocalLogOptions;
  readonly log: SampleLog;
  readonly requests: string[] = [];
  url = '';
  state: object = { usable: { timestamp: '2026-01-01T00:00:00Z' } };
  fault: Fault = (_path, usual) => usual;
  #tree = new PlainTree();
  #entries: SampleEntry[] = [];
  #head: { size: number; root: Buffer; timestamp: number } = {
    size: 0,
    root: Buffer.alloc(32),
    timestamp: Date.UTC(2026, 0, 1),
  };

  constructor(name: string, options: LocalLogOptions) {
    this.options = options;
    this.log = makeLog(name, 'Sonde tests', options.key);
    this.publish();
  }

  get size(): number {
    return this.#entries.length;
  }

  get origin(): string {
    return this.url.replace(/^http:\/\//, '').replace(/\/$/, '');
  }

  add(
    issued: IssuedCertificate,
    kind: 'certificate' | 'precertificate' = 'certificate',
    timestamp?: number,
  ): void {
    const at = timestamp ?? Date.UTC(2026, 0, 1) + this.size * 1_000;
    const entry = logEntry(issued, kind, {
      index: this.size,
      timestamp: at,
      numbered: this.options.kind === 'tiled',
    });
    this.#entries.push(entry);
    this.#tree.add(entry.leaf);
  }

  /** Signs the tree as it is. */
  publish(): void {
    const { timestamp } = this.#head;
    this.#head = { size: this.size, root: this.#tree.root(), timestamp: timestamp + 1_000 };
  }

  /** Signs whatever it is told to. */
  publishHead(head: Partial<{ size: number; root: Buffer; timestamp: number }>): void {
    this.#head = { ...this.#head, timestamp: this.#head.timestamp + 1_000, ...head };
  }

  /** Forgets the last entries and goes on with others: a fork. */
  rewind(size: number): void {
    this.#entries = this.#entries.slice(0, size);
    this.#tree = new PlainTree();
    for (const { leaf } of this.#entries) this.#tree.add(leaf);
  }

  root(size?: number): Buffer {
    return this.#tree.root(size);
  }

  /** As a list of logs has it. */
  listed(): object {
    const shared = {
      description: this.log.name,
      log_id: this.log.id.toString('base64'),
      key: this.log.key.toString('base64'),
      state: this.state,
    };
    return this.options.kind === 'tiled'
      ? { ...shared, submission_url: this.url, monitoring_url: this.url }
      : { ...shared, url: this.url };
  }

  async start(t: Ending): Promise<this> {
    const server = createServer((request, response) => this.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    t.teardown(() => {
      server.closeAllConnections();
      server.close();
    });
    return this;
  }

  #serve({ url = '/' }: IncomingMessage, response: ServerResponse): void {
    this.requests.push(url);
    const answer = this.fault(url, this.answer(url)) ?? { status: 404, body: 'nothing here' };
    const packed = this.options.gzip === true && url.startsWith('/tile/data/') && answer.status === undefined;
    response.writeHead(answer.status ?? 200, {
      ...answer.headers,
      ...(packed && { 'content-encoding': 'gzip' }),
    });
    response.end(packed ? gzipSync(answer.body ?? '') : (answer.body ?? ''));
  }

  /** What a log that does all right answers. */
  answer(url: string): Answer | undefined {
    const { pathname, searchParams } = new URL(url, 'http://log.example');
    const number = (name: string) => Number(searchParams.get(name));
    if (this.options.kind === 'tiled') {
      if (pathname === '/checkpoint')
        return { body: checkpoint(this.origin, this.log.id, this.#head, this.log.privateKey) };
      return this.#tile(pathname);
    }
    if (pathname === '/ct/v1/get-sth') return { body: JSON.stringify(this.#sth()) };
    if (pathname === '/ct/v1/get-sth-consistency') {
      const proof = this.#tree.consistency(number('first'), number('second'));
      return { body: JSON.stringify({ consistency: proof.map((hash) => hash.toString('base64')) }) };
    }
    if (pathname !== '/ct/v1/get-entries') return undefined;
    const most = number('start') + (this.options.mostEntries ?? 64);
    const entries = this.#entries.slice(number('start'), Math.min(number('end') + 1, most));
    return {
      body: JSON.stringify({
        entries: entries.map(({ leaf, extra }) => ({
          leaf_input: leaf.toString('base64'),
          extra_data: extra.toString('base64'),
        })),
      }),
    };
  }

  #sth(): object {
    return {
      tree_size: this.#head.size,
      timestamp: this.#head.timestamp,
      sha256_root_hash: this.#head.root.toString('base64'),
      tree_head_signature: signHead(this.#head, this.log.privateKey).toString('base64'),
    };
  }

  #tile(path: string): Answer | undefined {
    const [, level, digits, width = '256'] =
      /^\/tile\/(data|\d)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? [];
    if (level === undefined || digits === undefined) return undefined;
    const index = Number(digits.replace(/[x/]/g, ''));
    const wide = level === 'data' ? 1 : 256 ** Number(level);
    const [from, to] = [index * 256, index * 256 + Number(width)];
    if (to * wide > this.size) return undefined;
    if (level === 'data')
      return { body: Buffer.concat(this.#entries.slice(from, to).map(({ tileLeaf }) => tileLeaf)) };
    const hashes = Array.from({ length: to - from }, (_none, place) =>
      this.#tree.hash((from + place) * wide, (from + place + 1) * wide),
    );
    return { body: Buffer.concat(hashes) };
  }
}

/** A list of logs (version 3). */
export function listOf(logs: readonly LocalLog[]): string {
  const of = (kind: string) => logs.filter(({ options }) => options.kind === kind).map((log) => log.listed());
  return JSON.stringify({
    version: '1.0',
    operators: [{ name: 'Sonde tests', logs: of('rfc6962'), tiled_logs: of('tiled') }],
  });
}
