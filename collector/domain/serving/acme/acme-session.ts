import type { KeyObject } from 'node:crypto';
import type { Fetch, Fetched } from '@sonde/scanner/ports/fetch.ts';
import { wholeBody } from '@sonde/scanner/ports/fetched-body.ts';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { FlattenedSign } from 'jose/jws/flattened/sign';
import type { z } from 'zod';
import { AcmeError, problemError } from './acme-error.ts';
import { type Directory, directorySchema, problemSchema } from './acme-messages.ts';

/** Bytes of one answer: a chain of certificates is the longest. */
const maxBytes = 256 * 1_024;
/** Milliseconds for one answer. */
const patience = 30_000;
/** A nonce may have been used or forgotten meanwhile: the authority names another (RFC 8555 section 6.5). */
const mostNonces = 4;

const encoder = new TextEncoder();

export interface AcmeAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  /** Milliseconds since 1970. */
  readonly retryAt: number | undefined;
}

/** An ACME session signs requests with one account's key, and keeps the nonces that the authority gives (RFC 8555 section 6). */
export class AcmeSession {
  readonly #ports: { readonly fetch: Fetch; readonly clock: Clock };
  readonly #directoryUrl: string;
  readonly #key: KeyObject;
  readonly #jwk: Record<string, string>;
  readonly #signal: AbortSignal;
  #directory: Directory | undefined;
  #nonce: string | undefined;
  #account: string | undefined;

  /** `key` is a private key of the curve P-256. */
  constructor(
    ports: { readonly fetch: Fetch; readonly clock: Clock },
    account: { readonly directoryUrl: string; readonly key: KeyObject; readonly signal: AbortSignal },
  ) {
    this.#ports = ports;
    this.#directoryUrl = account.directoryUrl;
    this.#key = account.key;
    const { kty, crv, x, y } = account.key.export({ format: 'jwk' }) as Record<string, string>;
    this.#jwk = { kty: kty!, crv: crv!, x: x!, y: y! };
    this.#signal = account.signal;
  }

  /** The public half of the account's key. */
  get jwk(): Readonly<Record<string, string>> {
    return this.#jwk;
  }

  /** From now on requests name this account rather than its key. */
  set account(url: string) {
    this.#account = url;
  }

  async directory(): Promise<Directory> {
    this.#directory ??= read(directorySchema, (await this.get(this.#directoryUrl)).text, 'directory');
    return this.#directory;
  }

  /** Reads what needs no signature. */
  async get(url: string): Promise<AcmeAnswer> {
    const answer = await this.#answer(await this.#ports.fetch(url, this.#options()));
    if (answer.status >= 400) throw this.#refusal(answer);
    return answer;
  }

  /** Reads with a signature (POST-as-GET, RFC 8555 section 6.3). */
  read(url: string): Promise<AcmeAnswer> {
    return this.#post(url, '');
  }

  send(url: string, payload: object): Promise<AcmeAnswer> {
    return this.#post(url, JSON.stringify(payload));
  }

  async #post(url: string, payload: string): Promise<AcmeAnswer> {
    for (let left = mostNonces; ; left--) {
      const answer = await this.#postOnce(url, payload);
      if (answer.status < 400) return answer;
      const refusal = this.#refusal(answer);
      if (refusal.type !== 'badNonce' || left <= 1) throw refusal;
    }
  }

  async #postOnce(url: string, payload: string): Promise<AcmeAnswer> {
    const nonce = this.#nonce ?? (await this.#newNonce());
    this.#nonce = undefined;
    const identity = this.#account === undefined ? { jwk: this.#jwk } : { kid: this.#account };
    const signed = await new FlattenedSign(encoder.encode(payload))
      .setProtectedHeader({ alg: 'ES256', nonce, url, ...identity })
      .sign(this.#key);
    const post = JSON.stringify(signed);
    return this.#answer(await this.#ports.fetch(url, { ...this.#options(), post }));
  }

  #options() {
    return {
      headers: { 'content-type': 'application/jose+json' },
      signal: this.#signal,
      maxBytes,
      milliseconds: patience,
      redirects: 'refuse',
    } as const;
  }

  async #newNonce(): Promise<string> {
    const { newNonce } = await this.directory();
    // By GET, which is answered with 204 (section 7.2).
    await this.get(newNonce);
    if (this.#nonce === undefined) throw malformed('nonce');
    return this.#nonce;
  }

  async #answer(fetched: Fetched): Promise<AcmeAnswer> {
    const nonce = fetched.headers['replay-nonce'];
    // Base64url alone, and of a length that fits a header.
    if (nonce !== undefined && /^[A-Za-z0-9_-]{1,1000}$/.test(nonce)) this.#nonce = nonce;
    const text = (await wholeBody(fetched)).toString('utf8');
    const { location, 'retry-after': retry } = fetched.headers;
    const now = this.#ports.clock.now();
    const pause = readRetryAfter(retry, now);
    return {
      status: fetched.status,
      text,
      location,
      retryAt: pause === undefined ? undefined : now + pause,
    };
  }

  #refusal({ status, text, retryAt }: AcmeAnswer): AcmeError {
    const problem = problemSchema.safeParse(jsonOf(text));
    if (problem.success && problem.data.type !== undefined) return problemError(problem.data, retryAt);
    return new AcmeError('unknown', `The certificate authority answers with the status ${status}.`, retryAt);
  }
}

/** Reads an answer; an AcmeError `malformedAnswer` if it is not what it ought to be. */
export function read<Schema extends z.ZodType>(schema: Schema, text: string, what: string): z.infer<Schema> {
  const read = schema.safeParse(jsonOf(text));
  if (read.success) return read.data;
  throw malformed(what);
}

function malformed(what: string): AcmeError {
  return new AcmeError(
    'malformedAnswer',
    `The certificate authority's ${what} is not of the form that RFC 8555 asks for: is the address that of an ACME directory?`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
