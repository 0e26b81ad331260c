import { Agent, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import { retryWait, type Setback } from '@sonde/shared/net/retry-wait.ts';
import type { PreparedUpload } from '../api/uploads.ts';
import type { ChosenCollector } from './chosen-collector.ts';

/** A try states how one request of the fleet went. */
export interface Try {
  readonly from: 'enrolment' | 'agent' | 'resolver' | 'settings';
  /** Milliseconds of the clock that only moves forward. */
  readonly begunAt: number;
  readonly milliseconds: number;
  readonly outcome: 'accepted' | 'duplicate' | 'busy' | 'failed' | 'refused';
  /** Status and code of an answer that was no acceptance, or the error of a connection. */
  readonly why: string;
}

/** An enrolment wish is what an agent asks for a key of its own with, by a token. */
export interface EnrolmentWish {
  readonly token: string;
  readonly key: string;
  readonly agent_id: string;
  readonly software: string;
  readonly host: string;
}

/** What an acceptance of a batch says. */
interface Taken {
  readonly accepted?: number | undefined;
  readonly duplicate?: boolean | undefined;
}

/** Batches of one agent that may wait, as its spool would hold them; what is over is lost and counted. */
const mostWaiting = 1_000;

/**
 * A simulated agent enrols, and ships batches as a sensor does: over a connection of its own, from an address of its own, in order and one at a
 * time, and after a setback with the wait of the sensors themselves.
 */
export class SimulatedAgent {
  readonly #collector: ChosenCollector;
  readonly #address: string;
  readonly #random: () => number;
  readonly #observe: (each: Try) => void;
  readonly #http = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #waiting: { readonly upload: PreparedUpload; readonly madeAt: number }[] = [];
  #enrolment: EnrolmentWish | undefined;
  #failures = 0;
  #retryAt = Number.NEGATIVE_INFINITY;
  #isSending = false;
  rowsTaken = 0;
  rowsLost = 0;

  constructor(options: {
    collector: ChosenCollector;
    /** The local address that it connects from. */
    address: string;
    random: () => number;
    observe: (each: Try) => void;
    enrolment: EnrolmentWish;
  }) {
    this.#collector = options.collector;
    this.#enrolment = options.enrolment;
    this.#address = options.address;
    this.#random = options.random;
    this.#observe = options.observe;
  }

  get isEnrolled(): boolean {
    return this.#enrolment === undefined;
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

  /** Enrols first, then sends what waits as long as it is taken; nothing while it is at it, or before the time to try again. */
  async ship(): Promise<void> {
    if (this.#isSending || this.#waiting.length === 0 || performance.now() < this.#retryAt) return;
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      const setback = await (this.#enrolment === undefined
        ? this.#sendFirst()
        : this.#enrol(this.#enrolment));
      if (setback !== undefined) {
        this.#failures++;
        this.#retryAt = performance.now() + retryWait(setback, this.#failures, this.#random());
        break;
      }
      this.#failures = 0;
    }
    this.#isSending = false;
  }

  close(): void {
    this.#http.destroy();
  }

  async #enrol(wish: EnrolmentWish): Promise<Setback | undefined> {
    const headers = { 'content-type': 'application/json' };
    const result = await this.#ask(
      'enrolment',
      '/api/v1/enrolment/agents',
      Buffer.from(JSON.stringify(wish)),
      headers,
    );
    if (result === 'refused') return { kind: 'unauthorized' };
    if ('kind' in result) return result;
    this.#enrolment = undefined;
    return undefined;
  }

  async #sendFirst(): Promise<Setback | undefined> {
    const { bytes, headers, rows } = this.#waiting[0]!.upload;
    const result = await this.#ask('agent', '/api/v1/dns-monitoring/queries', bytes, headers);
    if (result !== 'refused' && 'kind' in result) return result;
    this.#waiting.shift();
    // What is refused is set aside by a sensor, and lost.
    if (result === 'refused') this.rowsLost += rows;
    else this.rowsTaken += result.duplicate === true ? rows : (result.accepted ?? 0);
    return undefined;
  }

  async #ask(
    from: Try['from'],
    path: string,
    bytes: Buffer,
    headers: PreparedUpload['headers'],
  ): Promise<Taken | 'refused' | Setback> {
    const begunAt = performance.now();
    const tell = (outcome: Try['outcome'], why = ''): void =>
      this.#observe({ from, begunAt, milliseconds: performance.now() - begunAt, outcome, why });
    try {
      const { status, retryAfter, text } = await this.#post(path, bytes, headers);
      const answer = JSON.parse(text) as Taken & { code?: string };
      if (status < 300) {
        tell(answer.duplicate === true ? 'duplicate' : 'accepted');
        return { accepted: answer.accepted, duplicate: answer.duplicate };
      }
      const why = `${status} ${answer.code}`;
      if (status === 429 || status === 503) {
        tell('busy', why);
        return { kind: 'busy', after: readRetryAfter(retryAfter, Date.now()) };
      }
      if (status < 500 && status !== 408) {
        tell('refused', why);
        return 'refused';
      }
      tell('failed', why);
    } catch (error) {
      this.#collector.leave();
      tell('failed', error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
    return { kind: 'failed' };
  }

  #post(
    path: string,
    bytes: Buffer,
    headers: PreparedUpload['headers'],
  ): Promise<{ status: number; retryAfter: string | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        this.#collector.url + path,
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
