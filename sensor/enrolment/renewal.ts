import { z } from 'zod';
import { parseJson, printable } from '../ship/answer-text.ts';
import { fetchFrom } from '../ship/collector-road.ts';
import type { Destination } from '../ship/messages.ts';
import { grantedSchema, keptCertificate, requestCertificate } from './certificate-request.ts';
import { readEnrolment, writeEnrolment } from './enrolment-file.ts';

export interface RenewalOptions {
  /** The directory that has the enrolment. */
  readonly directory: string;
  readonly senderId: string;
  readonly software: string;
  /** The collectors, and the certificate that there is, as they are in force. */
  readonly destination: () => Destination;
  /** Is told when there is another certificate in the directory. */
  readonly onRenewed: () => Promise<void>;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

export interface CertificateStatus {
  readonly ends_at: string;
  readonly renew_at: string;
  /** Why the last renewal failed; null if it did not. */
  readonly last_failure: string | null;
}

/** Milliseconds. */
const requestTime = 30_000;
const lookEvery = 60_000;
/** Between two tries: a minute at first, an hour at most; and between two questions whether there is a first certificate. */
const firstWait = 60_000;
const longestWait = 3_600_000;
const firstEvery = 86_400_000;
const failureSchema = z.object({ error: z.string(), code: z.string() });

/** A renewal keeps a sensor's client certificate fresh while it runs, over the certificate that it has. */
export class Renewal {
  readonly #options: RenewalOptions;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();
  #status: CertificateStatus | null = null;
  #failures = 0;
  #notBefore = 0;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  /** Begins to look, now and every minute. */
  start(): void {
    this.#running = this.#round();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Null without a certificate. */
  get status(): CertificateStatus | null {
    return this.#status;
  }

  async #round(): Promise<void> {
    try {
      await this.#look(Date.now());
    } catch (error) {
      this.#failed(error instanceof Error ? error.message : String(error), Date.now());
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#round();
    }, lookEvery);
    this.#timer.unref();
  }

  async #look(now: number): Promise<void> {
    const enrolment = await readEnrolment(this.#options.directory);
    if (enrolment === undefined || this.#options.destination().key !== enrolment.key) {
      this.#status = null;
      return;
    }
    const { certificate } = enrolment;
    const last_failure = this.#status?.last_failure ?? null;
    this.#status =
      certificate === undefined
        ? null
        : { ends_at: certificate.ends_at, renew_at: certificate.renew_at, last_failure };
    if (now < this.#notBefore) return;
    if (certificate !== undefined && Date.parse(certificate.renew_at) > now) return;
    const { key, request } = requestCertificate(this.#options.senderId);
    const answer = await this.#ask(request);
    if (answer === 'none') {
      // None are given there; they may be, later.
      this.#notBefore = now + firstEvery;
      return;
    }
    const kept = keptCertificate(answer, key, now);
    if (kept === undefined) throw new Error('The certificate that was given is of another key.');
    // Somebody may have enrolled it anew meanwhile.
    if ((await readEnrolment(this.#options.directory))?.key !== enrolment.key) return;
    await writeEnrolment(this.#options.directory, { ...enrolment, certificate: kept });
    this.#failures = 0;
    this.#status = { ends_at: kept.ends_at, renew_at: kept.renew_at, last_failure: null };
    await this.#options.onRenewed();
    this.#options.log('info', `The client certificate was renewed; it ends at ${kept.ends_at}.`);
  }

  /** Asks the collectors in turn; the first that gives one is enough. */
  async #ask(request: string): Promise<z.infer<typeof grantedSchema> | 'none'> {
    const destination = this.#options.destination();
    const faults: string[] = [];
    for (const collector of destination.collectors) {
      try {
        return await this.#askOne(collector, destination, request);
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        faults.push(`${collector}: ${cause instanceof Error ? cause.message : cause}`);
      }
    }
    throw new Error(faults.join(' '));
  }

  async #askOne(
    collector: string,
    destination: Destination,
    request: string,
  ): Promise<z.infer<typeof grantedSchema> | 'none'> {
    const url = 'http://collector/api/v1/enrolment/certificate';
    const response = await fetchFrom(collector, destination)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': destination.key,
        'user-agent': this.#options.software,
      },
      body: JSON.stringify({ certification_request: request }),
      signal: AbortSignal.timeout(requestTime),
    });
    const answer = parseJson(await response.text());
    const granted = grantedSchema.safeParse(answer);
    if (response.status === 200 && granted.success) return granted.data;
    if (response.status === 404) return 'none';
    const failure = failureSchema.safeParse(answer);
    throw new Error(failure.success ? printable(failure.data.error) : `The answer was ${response.status}.`);
  }

  #failed(message: string, now: number): void {
    if (this.#failures === 0) this.#options.log('warn', `The client certificate is not renewed: ${message}`);
    this.#notBefore = now + Math.min(longestWait, firstWait * 2 ** Math.min(this.#failures, 10));
    this.#failures++;
    if (this.#status !== null) this.#status = { ...this.#status, last_failure: message };
  }
}
