/** The fetch options bound one request: the implementation decides which hosts may be reached at all. */
export interface FetchOptions {
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The body ends with a FetchError `too_large` when it is longer than that, as received. */
  readonly maxBytes: number;
  /** Milliseconds that the whole may take, if two minutes do not fit. */
  readonly milliseconds?: number;
  /** Sent as it is, by POST in place of GET. A POST follows no redirect: the answer that asks for one is the answer. */
  readonly post?: string | Uint8Array;
  /** Instead of POST, for what is put where it shall be. */
  readonly method?: 'PUT';
  /** Whether a GET follows redirects, as it does unless said otherwise; `refuse`: the answer that asks for one is the answer. */
  readonly redirects?: 'follow' | 'refuse';
  /** Leaves the body in the content coding that it came in, for who bounds the undoing of it himself. */
  readonly asSent?: boolean;
}

/** A fetch redirect is one step of the way to an answer. */
export interface FetchRedirect {
  readonly url: string;
  readonly status: number;
}

/** A fetch trace describes how an answer was fetched. */
export interface FetchTrace {
  /** Of the answer: another than was asked for if there were redirects. */
  readonly url: string;
  /** The server's; null if the connection did not tell. */
  readonly address: string | null;
  /** `1.1`. */
  readonly httpVersion: string;
  /** The redirects that were answered, in order. */
  readonly redirects: readonly FetchRedirect[];
  /**
   * Every Set-Cookie by itself, also of redirects by the host of the answer: dates in them have commas, so that the joined header
   * can't be taken apart.
   */
  readonly setCookies: readonly string[];
}

export interface Fetched {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Content codings of the transfer (gzip, br) are undone. Must be read to its end or returned from. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Absent in answers that came over no connection. */
  readonly trace?: FetchTrace;
}

export type FetchFailure = 'unreachable' | 'timeout' | 'refused' | 'too_large' | 'untrusted';

/**
 * A fetch error reports that there is no answer, or none that may be read on. `refused`: the guard won't go there.
 * `untrusted`: the server's certificate does not verify.
 */
export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FetchError';
    this.failure = failure;
  }
}

/**
 * A fetch is one GET, which follows redirects, or one POST. Resolves with any status; throws a FetchError if there
 * is no answer.
 */
export type Fetch = (url: string, options: FetchOptions) => Promise<Fetched>;
