/** Milliseconds for one answer. */
const patience = 15_000;

export class CollectorError extends Error {
  override readonly name = 'CollectorError';
  /** The status of the answer; 0 where there was none. */
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }

  /** Whether the same would be refused again. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 403, 408, 429].includes(this.status);
  }
}

/** Sends JSON to the collector and answers what it answered. Throws a CollectorError. */
export async function postJson(url: URL, key: string, body: object, signal?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(patience);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A redirection would take the key to somebody else.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    text = await response.text();
  } catch (error) {
    throw new CollectorError(0, 'The collector cannot be reached.', { cause: error });
  }
  if (!response.ok) {
    throw new CollectorError(response.status, `The collector answered ${response.status}: ${said(text)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CollectorError(response.status, 'The collector did not answer with JSON.', { cause: error });
  }
}

function said(text: string): string {
  try {
    return String(JSON.parse(text).error).slice(0, 500);
  } catch {
    return 'no reason given';
  }
}
