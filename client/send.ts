import { RawBody } from './raw-body.ts';
import { pause, type RetryOptions, waitBefore } from './retry.ts';
import { errorOf, type SondeError } from './sonde-error.ts';

/** A prepared request is one request of the API, ready to be sent as often as it takes. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  /** Whether doing it twice is as good as once. */
  readonly repeatable: boolean;
}

export interface SendOptions extends RetryOptions {
  readonly fetch: typeof fetch;
  /** Milliseconds for each attempt until the answer begins. */
  readonly timeout: number;
}

/** Sends, and sends again if the server asks for patience. Rejects with a SondeError or with what fetch rejects with. */
export async function send(request: PreparedRequest, options: SendOptions): Promise<Response> {
  const { retries = 3, maxWait = 30 } = options;
  for (let attempt = 1; ; attempt++) {
    const response = await attemptOnce(request, options).catch((error: unknown) => {
      request.signal?.throwIfAborted();
      if (!request.repeatable || attempt > retries) throw error;
      return undefined;
    });
    if (response?.ok === true) return response;
    const refusal = response === undefined ? undefined : await errorOf(response);
    const wait = waitBefore(attempt, refusal?.retryAfter, Math.random);
    const again =
      attempt <= retries && wait <= maxWait + 1 && (refusal === undefined || mayRepeat(refusal, request));
    if (!again) throw refusal;
    await pause(wait, request.signal);
  }
}

/** 429 says that nothing was done. 503 may come after something was, so only what can be repeated is. */
function mayRepeat({ status, code }: SondeError, { repeatable }: PreparedRequest): boolean {
  return status === 429 || (status === 503 && (repeatable || code === 'overloaded'));
}

async function attemptOnce(request: PreparedRequest, { fetch, timeout }: SendOptions): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('The server did not answer in time.', 'TimeoutError')),
    timeout,
  );
  const signal = request.signal === undefined ? late.signal : AbortSignal.any([request.signal, late.signal]);
  const { body } = request;
  try {
    return await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, ...contentType(body) },
      // The key is for this server alone.
      redirect: 'error',
      signal,
      ...(body === undefined ? {} : { body: body instanceof RawBody ? body.content : JSON.stringify(body) }),
    });
  } finally {
    clearTimeout(timer);
  }
}

function contentType(body: unknown): Record<string, string> {
  if (body === undefined || (body instanceof RawBody && body.content instanceof FormData)) return {};
  return { 'Content-Type': body instanceof RawBody ? body.contentType : 'application/json' };
}
