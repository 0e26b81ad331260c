import { UsageError } from './usage-error.ts';

/** Milliseconds that a running collector may take to answer a command. */
const answerLimit = 150_000;

/** Asks a running collector. Throws a UsageError that says what it said, or that it can't be reached. */
export async function callApi(call: {
  url: string;
  key?: string | undefined;
  method: string;
  path: string;
  contentType?: string;
  body?: Buffer;
}): Promise<unknown> {
  const { SONDE_KEY, SONDE_ADMIN_KEY } = process.env;
  const key = call.key ?? (SONDE_KEY || SONDE_ADMIN_KEY);
  if (key === undefined || key === '') throw new UsageError('This needs --key or SONDE_KEY.', 64);
  const response = await request(call, key);
  const text = await response.text();
  const answer = parse(text);
  if (response.ok && answer !== undefined) return answer;
  const message = isFailure(answer) ? answer.error : 'the answer is not that of a collector';
  throw new UsageError(`${call.url} answered ${response.status}: ${message}`);
}

async function request(
  call: { url: string; method: string; path: string; contentType?: string; body?: Buffer },
  key: string,
): Promise<Response> {
  const base = URL.parse(call.url);
  if (base === null) throw new UsageError('--url must be a URL such as http://127.0.0.1:8080.', 64);
  try {
    return await fetch(new URL(call.path, base), {
      method: call.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(call.contentType === undefined ? {} : { 'content-type': call.contentType }),
      },
      ...(call.body === undefined ? {} : { body: new Uint8Array(call.body) }),
      signal: AbortSignal.timeout(answerLimit),
    });
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UsageError(`${call.url} can't be reached: ${cause}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFailure(answer: unknown): answer is { error: string } {
  return (
    typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string'
  );
}
