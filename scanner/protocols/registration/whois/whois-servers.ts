import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { WhoisExchange } from '../../../ports/whois-exchange.ts';
import { type WhoisFailure, whoisText } from './ask-whois.ts';
import { readReferral } from './read-whois.ts';

const mostServers = 2_000;
const lastsMilliseconds = 24 * 3_600_000;

/**
 * The WHOIS servers state which server knows the domains of a top-level domain, by the word of the root of WHOIS, kept
 * for a day.
 */
export class WhoisServers {
  readonly #root: string;
  readonly #known: ExpiringCache<string>;

  /** `root`: a host name. */
  constructor(root: string, clock: Clock) {
    this.#root = root;
    this.#known = new ExpiringCache(mostServers, clock);
  }

  /** Finds the server of a top-level domain; never rejects. */
  async serverOf(
    topLevel: string,
    whois: WhoisExchange,
    signal: AbortSignal,
  ): Promise<{ readonly server: string } | WhoisFailure> {
    const known = this.#known.get(topLevel);
    const server = known ?? (await this.#ask(topLevel, whois, signal));
    if (typeof server !== 'string') return server;
    return server === ''
      ? { code: 'unsupported', message: `No WHOIS server is known for .${topLevel}.` }
      : { server };
  }

  async #ask(topLevel: string, whois: WhoisExchange, signal: AbortSignal): Promise<string | WhoisFailure> {
    const text = await whoisText(this.#root, topLevel, whois, signal);
    if (typeof text !== 'string') return text;
    const server = readReferral(text) ?? '';
    this.#known.set(topLevel, server, lastsMilliseconds);
    return server;
  }
}
