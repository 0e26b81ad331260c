import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import { octetsOf } from './signed-head.ts';

export type LogState = 'pending' | 'qualified' | 'usable' | 'readonly' | 'retired' | 'rejected';

/** A listed log is a log as lists of logs have it (version 3), with the facts that following it needs. */
export interface ListedLog {
  /** SHA-256 of its key, hexadecimal (RFC 6962 section 3.2). */
  readonly id: string;
  readonly key: KeyObject;
  readonly name: string;
  readonly operator: string;
  /** `tiled`: C2SP static-ct-api; `rfc6962`: answers questions. */
  readonly kind: 'tiled' | 'rfc6962';
  /** The URL that it is read from; ends with a slash. */
  readonly url: string;
  /** The first line of checkpoints; of tiled logs. */
  readonly origin: string;
  /** Null if the list says none. */
  readonly state: LogState | null;
  /** The tree that a read-only log ends with. */
  readonly finalSize: number | null;
  /** Certificates that end from `start` to before `end` are logged there, milliseconds since 1970; null if all are. */
  readonly shard: { readonly start: number; readonly end: number } | null;
}

export interface LogListing {
  readonly logs: readonly ListedLog[];
  /** Entries of the list that name no log that could be followed, in a sentence each. */
  readonly problems: readonly string[];
}

const mostLogs = 2_000;
const longestName = 200;
const states: ReadonlySet<string> = new Set([
  'pending',
  'qualified',
  'usable',
  'readonly',
  'retired',
  'rejected',
]);

type Fields = Readonly<Record<string, unknown>>;

/** A certificate log is a log of certificates, as far as its promises are to be verified. */
export type CertificateLog = Pick<ListedLog, 'name' | 'operator' | 'key'>;

/** A log list holds logs by their id (RFC 6962 section 3.2), hexadecimal. */
export type LogList = ReadonlyMap<string, CertificateLog>;

/** Reads a list of logs in the JSON form that browsers publish theirs in (version 3), for following them. Throws a RangeError if it is none. */
export function readLogListing(text: string): LogListing {
  const logs = new Map<string, ListedLog>();
  const problems: string[] = [];
  for (const { log, kind, operator } of listedIn(text)) {
    if (logs.size >= mostLogs) break;
    const read = readLog(log, kind, operator);
    if (typeof read === 'string') problems.push(read);
    else logs.set(read.id, read);
  }
  if (logs.size === 0) throw new RangeError('This is no list of logs: it has none that could be followed.');
  return { logs: [...logs.values()], problems };
}

/** Reads the same list for verifying what logs promised, which takes a key alone. Throws a RangeError if it is none. */
export function readLogList(text: string): LogList {
  const logs = new Map<string, CertificateLog>();
  for (const { log, operator } of listedIn(text)) {
    if (logs.size >= mostLogs) break;
    const read = identify(log);
    if (typeof read === 'string') continue;
    logs.set(read.id, { name: read.name, operator: operator.slice(0, longestName), key: read.key });
  }
  if (logs.size === 0) throw new RangeError('This is no list of logs: it has none.');
  return logs;
}

/** Walks over the logs of a list, whatever they hold. */
function* listedIn(text: string): Generator<{ log: Fields; kind: ListedLog['kind']; operator: string }> {
  const operators = fieldsOf(parsed(text))?.operators;
  if (!Array.isArray(operators)) throw new RangeError('This is no list of logs: it has no "operators".');
  for (const given of operators) {
    const operator = fieldsOf(given);
    const name = textOf(operator?.name) ?? '';
    for (const [field, kind] of [
      ['logs', 'rfc6962'],
      ['tiled_logs', 'tiled'],
    ] as const) {
      const listed = operator?.[field];
      for (const log of Array.isArray(listed) ? listed : [])
        yield { log: fieldsOf(log) ?? {}, kind, operator: name };
    }
  }
}

/** Tells which log it is, or why it is none, in a sentence. */
function identify(log: Fields): Pick<ListedLog, 'id' | 'key' | 'name'> | string {
  const name = (textOf(log.description) ?? textOf(log.log_id) ?? 'A log').slice(0, longestName);
  const octets = octetsOf(log.key);
  const key = octets && keyOf(octets);
  if (octets === undefined || key === undefined) return `${name} has no key.`;
  const id = hash('sha256', octets, 'hex');
  if (octetsOf(log.log_id)?.toString('hex') !== id) return `${name} has another key than its id says.`;
  return { id, key, name };
}

/** Tells whether a log takes certificates now, so that something new is to be had there. */
export function isLive({ state, shard }: ListedLog, now: number): boolean {
  if (shard !== null && shard.end <= now) return false;
  return state === 'usable' || state === 'qualified';
}

function readLog(log: Fields, kind: ListedLog['kind'], operator: string): ListedLog | string {
  const known = identify(log);
  if (typeof known === 'string') return known;
  const { name } = known;
  const submission = urlOf(kind === 'tiled' ? log.submission_url : log.url);
  const url = kind === 'tiled' ? urlOf(log.monitoring_url) : submission;
  if (url === undefined || submission === undefined) return `${name} has no URL.`;
  const { state, finalSize } = stateOf(log.state);
  return {
    ...known,
    operator: operator.slice(0, longestName),
    kind,
    url,
    origin: submission.replace(/^https?:\/\//, '').replace(/\/+$/, ''),
    state,
    finalSize,
    shard: shardOf(log.temporal_interval),
  };
}

/** Keys that logs have: ECDSA on P-256, or RSA of 2048 bits and more (RFC 6962 section 2.1.4). */
function keyOf(key: Buffer): KeyObject | undefined {
  try {
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    const { namedCurve, modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
    const fits =
      publicKey.asymmetricKeyType === 'ec'
        ? namedCurve === 'prime256v1'
        : publicKey.asymmetricKeyType === 'rsa' && modulusLength >= 2_048;
    return fits ? publicKey : undefined;
  } catch {
    return undefined;
  }
}

function stateOf(value: unknown): Pick<ListedLog, 'state' | 'finalSize'> {
  const fields = fieldsOf(value);
  const [name] = Object.keys(fields ?? {}).filter((state) => states.has(state));
  const size = fieldsOf(fieldsOf(fields?.readonly)?.final_tree_head)?.tree_size;
  return {
    state: name === undefined ? null : (name as LogState),
    finalSize: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null,
  };
}

function shardOf(value: unknown): ListedLog['shard'] {
  const { start_inclusive: start, end_exclusive: end } = fieldsOf(value) ?? {};
  const [from, to] = [start, end].map((time) => (typeof time === 'string' ? Date.parse(time) : Number.NaN));
  return Number.isNaN(from) || Number.isNaN(to) ? null : { start: from!, end: to! };
}

function urlOf(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    return undefined;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('This is no list of logs: it is no JSON.');
  }
}
