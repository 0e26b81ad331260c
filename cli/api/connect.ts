import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SondeClient } from '@sonde/client/sonde-client.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { usualDataDirectory } from '../programs/data-directory.ts';

/** The API options belong to every command that asks a running collector. */
export interface ApiOptions {
  readonly url?: string;
  readonly keyFile?: string;
  readonly json?: true;
}

const usualUrl = 'http://127.0.0.1:8080';
/** Milliseconds until an answer must begin: some commands read much before they answer. */
const answerLimit = 150_000;

export function addApiOptions(command: Command): Command {
  return command
    .option('--url <URL>', `address of the collector (env SONDE_URL, default ${usualUrl})`)
    .option('--key-file <FILE>', 'file with an API key (env SONDE_KEY holds the key itself)')
    .option('--json', 'print JSON instead of text');
}

/** Chooses the address of the collector that a command is about. Throws a UsageError about one that is none. */
export function collectorUrl({ url }: ApiOptions): string {
  const text = url ?? (process.env.SONDE_URL || usualUrl);
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/+$/, '');
  throw new UsageError(
    '--url (or SONDE_URL) must be an http or https URL such as http://127.0.0.1:8080.',
    exitCodes.usage,
  );
}

/** Creates a client with the operator's key. Throws a UsageError if there is none. */
export function connect(options: ApiOptions): SondeClient {
  const key = apiKey(options);
  if (key !== undefined) return clientOf(options, key);
  throw new UsageError(
    'This command needs an API key. Set SONDE_KEY, or give a file that contains the key with --key-file.',
    exitCodes.usage,
  );
}

/** Creates a client with a key if there is one: some answers of a collector are open to everybody. */
export function connectWithoutKey(options: ApiOptions): SondeClient {
  return clientOf(options, apiKey(options));
}

function clientOf(options: ApiOptions, key: string | undefined): SondeClient {
  const url = collectorUrl(options);
  const connection = { url, timeout: answerLimit, retries: 0, fetch: fetchFrom(url) };
  return new SondeClient(key === undefined ? connection : { ...connection, key });
}

/** Like fetch; rejects with a sentence for the operator if no answer comes, or that of something else. */
function fetchFrom(url: string): typeof fetch {
  return async (input, init) => {
    const response = await answerFrom(url, input, init);
    // Each answer of a collector has an id; a login page of some proxy has none.
    if (response.headers.has('x-request-id')) return response;
    throw new UsageError(
      `${url} answered ${response.status}, but the answer is not from a Sonde collector. Check --url or SONDE_URL.`,
    );
  };
}

async function answerFrom(url: string, ...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : cause;
    throw new UsageError(`${url} can't be reached: ${why}`, exitCodes.unreachable);
  }
}

function apiKey(options: ApiOptions): string | undefined {
  if (options.keyFile !== undefined) return readKey(options.keyFile);
  const { SONDE_KEY } = process.env;
  if (SONDE_KEY !== undefined && SONDE_KEY !== '') return SONDE_KEY;
  return isThisMachine(collectorUrl(options)) ? keptKey() : undefined;
}

function readKey(file: string): string {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  }
  if (/^[\x21-\x7e]{8,512}$/.test(key)) return key;
  throw new UsageError(
    `${file} does not contain an API key: one line of 8 to 512 printable ASCII characters.`,
    exitCodes.configuration,
  );
}

/**
 * A key that a collector of this machine keeps in its data directory: that of the console of `start`, or the
 * administrator's of an installed service. Whoever may read them has the collector at hand.
 */
function keptKey(): string | undefined {
  for (const name of ['console-key', 'administrator-key']) {
    try {
      const key = readFileSync(join(usualDataDirectory(), name), 'utf8').trim();
      if (key !== '') return key;
    } catch {
      // Not there, or another user's.
    }
  }
  return undefined;
}

function isThisMachine(url: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/.test(new URL(url).hostname);
}
