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

/** Reads a list of logs in the JSON form that browsers publish theirs in (version 3). Throws a RangeError if it is none. */
export function readLogListing(text: string): LogListing {
  const operators = fieldsOf(parsed(text))?.operators;
  if (!Array.isArray(operators)) throw new RangeError('This is no list of logs: it has no "operators".');
  const logs = new Map<string, ListedLog>();
  const problems: string[] = [];
  for (const given of operators) {
    const operator = fieldsOf(given);
    const name = textOf(operator?.name) ?? '';
    for (const [field, kind] of [
      ['logs', 'rfc6962'],
      ['tiled_logs', 'tiled'],
    ] as const) {
      const listed = operator?.[field];
      for (const log of Array.isArray(listed) ? listed : []) {
        if (logs.size >= mostLogs) continue;
        const read = readLog(fieldsOf(log) ?? {}, kind, name);
        if (typeof read === 'string') problems.push(read);
        else logs.set(read.id, read);
      }
    }
  }
  if (logs.size === 0) throw new RangeError('This is no list of logs: it has none that could be followed.');
  return { logs: [...logs.values()], problems };
}

/** Tells whether a log takes certificates now, so that something new is to be had there. */
export function isLive({ state, shard }: ListedLog, now: number): boolean {
  if (shard !== null && shard.end <= now) return false;
  return state === 'usable' || state === 'qualified';
}

function readLog(log: Fields, kind: ListedLog['kind'], operator: string): ListedLog | string {
  const name = (textOf(log.description) ?? textOf(log.log_id) ?? 'A log').slice(0, longestName);
  const key = octetsOf(log.key);
  const publicKey = key && keyOf(key);
  if (key === undefined || publicKey === undefined) return `${name} has no key.`;
  const id = hash('sha256', key, 'hex');
  if (octetsOf(log.log_id)?.toString('hex') !== id) return `${name} has another key than its id says.`;
  const submission = urlOf(kind === 'tiled' ? log.submission_url : log.url);
  const url = kind === 'tiled' ? urlOf(log.monitoring_url) : submission;
  if (url === undefined || submission === undefined) return `${name} has no URL.`;
  const { state, finalSize } = stateOf(log.state);
  return {
    id,
    key: publicKey,
    name,
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
