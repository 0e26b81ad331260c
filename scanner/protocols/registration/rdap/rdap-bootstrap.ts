import type { Clock } from '@sonde/shared/system/clock.ts';
import { type Fetch, FetchError } from '../../../ports/fetch.ts';
import { wholeBody } from '../../../ports/fetched-body.ts';
import { type RdapServices, readBootstrap } from './read-bootstrap.ts';

const mostOctets = 4 * 1_024 * 1_024;
const timeoutMilliseconds = 10_000;
/** The list changes some times a week. */
const lastsMilliseconds = 24 * 3_600_000;
/** Where it could not be had, the next scans do not wait for it again. */
const pauseMilliseconds = 60_000;

/** A bootstrap source gives the list of RDAP services, by a URL or as a text. */
export type BootstrapSource = { readonly url: string } | { readonly text: string };

export type FoundServices =
  | { readonly services: readonly string[] }
  | { readonly code: string; readonly message: string };

/** A services function finds the services of a subject in a list. */
export type ServicesOf = (subject: string, services: RdapServices) => readonly string[];

/**
 * An RDAP bootstrap knows the RDAP services of names, addresses or systems (RFC 9224), from a list that is fetched once
 * for a day.
 */
export class RdapBootstrap {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #servicesOf: ServicesOf;
  #known: { readonly services: RdapServices; readonly until: number } | undefined;
  #failed: { readonly code: string; readonly message: string; readonly until: number } | undefined;
  #fetching: Promise<void> | undefined;

  /** Throws a RangeError if a given text is no such list. */
  constructor(source: BootstrapSource, servicesOf: ServicesOf, clock: Clock) {
    this.#servicesOf = servicesOf;
    this.#url = 'url' in source ? source.url : '';
    this.#clock = clock;
    if ('text' in source)
      this.#known = { services: readBootstrap(source.text), until: Number.POSITIVE_INFINITY };
  }

  /** Finds the services for a subject; none if the list has no service for it. */
  async servicesFor(subject: string, fetch: Fetch): Promise<FoundServices> {
    const now = this.#clock.now();
    const isRecent = this.#known !== undefined && this.#known.until > now;
    if (!isRecent && (this.#failed === undefined || this.#failed.until <= now)) {
      this.#fetching ??= this.#load(fetch).finally(() => {
        this.#fetching = undefined;
      });
      await this.#fetching;
    }
    // An old list is better than none.
    if (this.#known !== undefined) return { services: this.#servicesOf(subject, this.#known.services) };
    const { code = 'unreachable', message = '' } = this.#failed ?? {};
    return { code, message: `The list of RDAP services could not be had: ${message}` };
  }

  /** Many scans wait for one fetch, so that none of them can end it. */
  async #load(fetch: Fetch): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const response = await fetch(this.#url, { maxBytes: mostOctets, signal });
      const octets = await wholeBody(response);
      if (response.status !== 200) throw new FetchError('unreachable', `Status ${response.status}.`);
      const services = readBootstrap(octets.toString('utf8'));
      this.#known = { services, until: this.#clock.now() + lastsMilliseconds };
    } catch (error) {
      const code = error instanceof FetchError ? error.failure : signal.aborted ? 'timeout' : 'malformed';
      const message = signal.aborted ? 'It took too long.' : (error as Error).message.slice(0, 300);
      this.#failed = { code, message, until: this.#clock.now() + pauseMilliseconds };
    }
  }
}
