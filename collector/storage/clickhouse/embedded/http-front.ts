import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describeError, RequestError } from './http-error.ts';
import { stringLiteral } from './literal.ts';
import type { EngineSession, SessionState } from './session.ts';
import type { SessionPool } from './session-pool.ts';
import { insertFormat, parseStatement, type Statement, StatementError } from './statement.ts';

/** Bytes of a statement, at most. */
const maxStatementBytes = 1024 * 1024;

export interface HttpFrontParts {
  readonly reads: SessionPool;
  readonly inserts: SessionPool;
  readonly changes: SessionPool;
  /** Stops the running statement of that id; ids are the client's query ids. */
  readonly cancel: (queryId: string) => Promise<void>;
  readonly incomingDirectory: string;
}

interface Request {
  readonly statement: Statement;
  readonly state: SessionState;
  readonly format: string;
  /** The whole answer before its first byte, so that a late error still gets its own status. */
  readonly buffered: boolean;
}

/**
 * Answers the ClickHouse HTTP protocol, as much of it as `@clickhouse/client` speaks: statements in the body or in
 * `query` with data in the body, query parameters, settings, answers at once or in pieces, and cancelling by hanging up.
 */
export function httpFront(
  parts: HttpFrontParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    handle(parts, request, response).catch((error) => fail(response, error));
  };
}

async function handle(
  parts: HttpFrontParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://engine');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  if (request.headers['content-encoding'] !== undefined)
    throw new RequestError('Compressed requests are not taken');
  const inUrl = url.searchParams.get('query');
  const statement = parseStatement(inUrl ?? (await readText(request)));
  const queryId = url.searchParams.get('query_id') || randomUUID();
  const prepared = prepare(statement, url.searchParams, queryId);
  response.setHeader('X-ClickHouse-Query-Id', queryId);
  response.setHeader(tagHeader, randomBytes(8).toString('hex'));
  const answered = new AbortController();
  const hangUp = (): void => {
    if (!response.writableFinished) void cancelUntil(answered.signal, () => parts.cancel(queryId));
  };
  const pool =
    statement.kind === 'read' ? parts.reads : statement.kind === 'insert' ? parts.inserts : parts.changes;
  const file = inUrl === null || statement.kind !== 'insert' ? undefined : await receive(parts, request);
  try {
    await pool.use(async (session) => {
      if (response.destroyed) return;
      response.once('close', hangUp);
      try {
        await answer(session, prepared, file, response);
      } finally {
        response.off('close', hangUp);
        answered.abort();
      }
    });
  } finally {
    if (file !== undefined) await rm(file, { force: true });
  }
}

/** Cancels over and over: the engine does not find a statement that is about to begin. */
async function cancelUntil(answered: AbortSignal, cancel: () => Promise<void>): Promise<void> {
  for (let milliseconds = 50; !answered.aborted; milliseconds = Math.min(milliseconds * 2, 1_000)) {
    await cancel().catch(() => undefined);
    await delay(milliseconds, undefined, { signal: answered }).catch(() => undefined);
  }
}

async function answer(
  session: EngineSession,
  { statement, state, format, buffered }: Request,
  file: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const text = file === undefined ? statement.text : fromFile(statement.text, file);
  if (buffered || statement.kind !== 'read') {
    const bytes = await session.run(text, state, format);
    if (!response.destroyed) response.end(bytes);
    return;
  }
  for await (const piece of session.stream(text, state, format)) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

function fromFile(text: string, file: string): string {
  const split = insertFormat(text);
  if (split === undefined) throw new StatementError('An insert with data in the body needs a FORMAT');
  // Whoever selects from the data in the body does so by input(), which is a server's alone.
  const from = /^(.*\sFROM\s)input\(('(?:[^'\\]|\\.)*')\)\s*$/s.exec(split.head);
  if (from !== null) return `${from[1]}file(${stringLiteral(file)}, '${split.format}', ${from[2]})`;
  return `${split.head} FROM INFILE ${stringLiteral(file)} FORMAT ${split.format}`;
}

const notSettings = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'role',
  'wait_end_of_query',
]);

function prepare(statement: Statement, search: URLSearchParams, queryId: string): Request {
  const settings = new Map<string, string>([['log_comment', queryId]]);
  for (const [name, value] of search) if (!notSettings.has(name)) settings.set(name, value);
  for (const name of statement.parameters) {
    if (!settings.has(`param_${name}`)) throw new RequestError(`Query parameter '${name}' was not set`, 456);
  }
  return {
    statement,
    state: { database: search.get('database') ?? '', settings },
    format: search.get('default_format') ?? 'TabSeparated',
    buffered: search.get('wait_end_of_query') === '1',
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxStatementBytes) throw new RequestError('The statement is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function receive(parts: HttpFrontParts, request: IncomingMessage): Promise<string> {
  const file = join(parts.incomingDirectory, randomUUID());
  try {
    await pipeline(request, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return file;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

const tagHeader = 'X-ClickHouse-Exception-Tag';

/** An error behind the beginning of an answer: since 25.11 servers put it into a block marked by a tag that nobody can guess. */
function exceptionBlock(text: string, tag: string): string {
  const length = Buffer.byteLength(text);
  return `\r\n__exception__\r\n${tag}\r\n${text}${length} ${tag}\r\n__exception__\r\n`;
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const { status, code, text } = describeError(error);
  if (response.headersSent) {
    response.end(exceptionBlock(text, String(response.getHeader(tagHeader))));
    return;
  }
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(code),
  });
  response.end(text);
}
