import { Agent, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import { retryWait, type Setback } from '@sonde/shared/net/retry-wait.ts';
import type { PreparedUpload } from '../api/uploads.ts';

/** A try states how one request of the fleet went. */
export interface Try {
  readonly from: 'agent' | 'resolver';
  /** Milliseconds of the clock that only moves forward. */
  readonly begunAt: number;
  readonly milliseconds: number;
  readonly outcome: 'accepted' | 'duplicate' | 'busy' | 'failed' | 'refused';
  /** Status and code of an answer that was no acceptance, or the error of a connection. */
  readonly why: string;
}

/** Batches of one agent that may wait, as its spool would hold them; what is over is lost and counted. */
const mostWaiting = 1_000;

/**
 * A simulated agent ships batches as a sensor does: over a connection of its own, from an address of its own, in order and one at a
 * time, and after a setback with the wait of the sensors themselves.
 */
export class SimulatedAgent {
  readonly #url: string;
  readonly #address: string;
  readonly #random: () => number;
  readonly #observe: (each: Try) => void;
  readonly #http = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #waiting: { readonly upload: PreparedUpload; readonly madeAt: number }[] = [];
  #failures = 0;
  #retryAt = Number.NEGATIVE_INFINITY;
  #isSending = false;
  rowsTaken = 0;
  rowsLost = 0;

  constructor(options: {
    url: string;
    /** The local address that it connects from. */
    address: string;
    random: () => number;
    observe: (each: Try) => void;
  }) {
    this.#url = `${options.url}/api/v1/dns-monitoring/queries`;
    this.#address = options.address;
    this.#random = options.random;
    this.#observe = options.observe;
  }

  /** Tells whether a batch waits that was made before that moment of the clock that only moves forward. */
  isBehind(moment: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && first.madeAt < moment;
  }

  add(upload: PreparedUpload): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push({ upload, madeAt: performance.now() });
    else this.rowsLost += upload.rows;
  }

  /** Sends what waits, as long as it is taken; nothing while it is at it, or before the time to try again. */
  async ship(): Promise<void> {
    if (this.#isSending || performance.now() < this.#retryAt) return;
    this.#isSending = true;
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const setback = await this.#send(first.upload);
      if (setback !== undefined) {
        this.#failures++;
        this.#retryAt = performance.now() + retryWait(setback, this.#failures, this.#random());
        break;
      }
      this.#failures = 0;
      this.#waiting.shift();
    }
    this.#isSending = false;
  }

  close(): void {
    this.#http.destroy();
  }

  async #send({ bytes, headers, rows }: PreparedUpload): Promise<Setback | undefined> {
    const begunAt = performance.now();
    const tell = (outcome: Try['outcome'], why = ''): void =>
      this.#observe({ from: 'agent', begunAt, milliseconds: performance.now() - begunAt, outcome, why });
    try {
      const { status, retryAfter, text } = await this.#post(bytes, headers);
      const answer = JSON.parse(text) as { accepted?: number; duplicate?: boolean; code?: string };
      if (status === 202) {
        this.rowsTaken += answer.duplicate === true ? rows : (answer.accepted ?? 0);
        tell(answer.duplicate === true ? 'duplicate' : 'accepted');
        return undefined;
      }
      const why = `${status} ${answer.code}`;
      if (status === 429 || status === 503) {
        tell('busy', why);
        return { kind: 'busy', after: readRetryAfter(retryAfter, Date.now()) };
      }
      if (status < 500 && status !== 408) {
        // Set aside by a sensor, and lost.
        this.rowsLost += rows;
        tell('refused', why);
        return undefined;
      }
      tell('failed', why);
    } catch (error) {
      tell('failed', error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
    return { kind: 'failed' };
  }

  #post(
    bytes: Buffer,
    headers: PreparedUpload['headers'],
  ): Promise<{ status: number; retryAfter: string | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        this.#url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': bytes.length },
          agent: this.#http,
          localAddress: this.#address,
          // As long as a sensor waits for an answer.
          timeout: 60_000,
        },
        (response) => {
          readText(response).then(
            (text) =>
              resolve({
                status: response.statusCode ?? 0,
                retryAfter: response.headers['retry-after'],
                text,
              }),
            reject,
          );
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', reject);
      sent.end(bytes);
    });
  }
}
