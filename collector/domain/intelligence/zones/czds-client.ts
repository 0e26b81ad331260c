import type { Fetch, Fetched } from '@sonde/scanner/ports/fetch.ts';
import { letGo, wholeBody } from '@sonde/scanner/ports/fetched-body.ts';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ZoneVersion } from '../../../ports/traffic/zones.ts';

const mostAnswerBytes = 4 * 1_024 * 1_024;
/** Octets of one packed zone: the largest has some five thousand million. */
const mostZoneBytes = 16 * 1_024 ** 3;
/** Milliseconds for one zone; for what is asked for again after a refusal that names no time, and at most. */
const longestTransfer = 6 * 3_600_000;
const usualPause = 3_600_000;
const longestPause = 24 * 3_600_000;
/** A token is good for a day. */
const tokenLasts = 12 * 3_600_000;

export type CzdsReason = 'credentials' | 'not_permitted' | 'limited' | 'server' | 'malformed';

/** A refusal states what the zone data service said instead of an answer. */
export class CzdsRefusal extends Error {
  readonly reason: CzdsReason;
  /** Milliseconds for which it is to be left alone. */
  readonly pause: number;

  constructor(reason: CzdsReason, message: string, pause = usualPause) {
    super(message);
    this.name = 'CzdsRefusal';
    this.reason = reason;
    this.pause = pause;
  }
}

export interface CzdsParts {
  readonly fetch: Fetch;
  /** Origins of the account API and of the zone data service. */
  readonly accountUrl: string;
  readonly url: string;
  readonly user: string;
  /** Read when it is needed, so that a changed one counts. */
  readonly password: () => Promise<string>;
  readonly clock: Clock;
}

/** The client speaks to ICANN's Centralized Zone Data Service by the account of the operator. */
export class CzdsClient {
  readonly #parts: CzdsParts;
  #token: { readonly text: string; readonly until: number } | undefined;

  constructor(parts: CzdsParts) {
    this.#parts = parts;
  }

  /** The zones that the account may have, with the links to their files. Throws a CzdsRefusal and a FetchError. */
  async links(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const { url } = this.#parts;
    const answer = await this.#get(
      new URL('/czds/downloads/links', url).href,
      { accept: 'application/json' },
      signal,
      mostAnswerBytes,
    );
    const listed = await readJson(answer);
    if (!Array.isArray(listed)) throw new CzdsRefusal('malformed', 'The list of zones is no list.');
    return new Map(listed.flatMap((link) => this.#zoneOf(link)));
  }

  /** The packed file of a zone, or undefined if it has not changed since that version. */
  async zone(
    link: string,
    version: ZoneVersion | undefined,
    signal: AbortSignal,
  ): Promise<Fetched | undefined> {
    const headers = {
      ...(version?.etag ? { 'if-none-match': version.etag } : {}),
      ...(version?.lastModified ? { 'if-modified-since': version.lastModified } : {}),
    };
    const answer = await this.#get(link, headers, signal, mostZoneBytes);
    if (answer.status !== 304) return answer;
    await letGo(answer);
    return undefined;
  }

  /** The token goes to no host but those of the service: links elsewhere are left out. */
  #zoneOf(link: unknown): [string, string][] {
    const target = typeof link === 'string' ? URL.parse(link) : null;
    const service = new URL(this.#parts.url);
    const zone = /\/([a-z0-9-]{1,63})\.zone$/i.exec(target?.pathname ?? '')?.[1]?.toLowerCase();
    if (target === null || zone === undefined || target.protocol !== service.protocol) return [];
    const parent = service.hostname.split('.').slice(-2).join('.');
    const isNear =
      target.host === service.host || (/[a-z]$/i.test(parent) && target.hostname.endsWith(`.${parent}`));
    return isNear ? [[zone, target.href]] : [];
  }

  async #get(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    maxBytes: number,
  ): Promise<Fetched> {
    for (let isFirst = true; ; isFirst = false) {
      const token = await this.#authenticate(signal);
      const answer = await this.#parts.fetch(url, {
        headers: { ...headers, authorization: `Bearer ${token}` },
        signal,
        maxBytes,
        milliseconds: longestTransfer,
        asSent: true,
      });
      if (answer.status === 200 || answer.status === 304) return answer;
      await letGo(answer);
      if (answer.status !== 401) throw this.#refusal(answer, 'The zone data service');
      // It may have ended before its time: asked for again once.
      this.#token = undefined;
      if (!isFirst)
        throw new CzdsRefusal('credentials', 'The zone data service does not take the token of the account.');
    }
  }

  async #authenticate(signal: AbortSignal): Promise<string> {
    const { fetch, accountUrl, user, password, clock } = this.#parts;
    if (this.#token !== undefined && clock.now() < this.#token.until) return this.#token.text;
    const answer = await fetch(new URL('/api/authenticate', accountUrl).href, {
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      post: JSON.stringify({ username: user, password: await password() }),
      signal,
      maxBytes: mostAnswerBytes,
    });
    if (answer.status !== 200) {
      await letGo(answer);
      if (answer.status === 401 || answer.status === 404)
        throw new CzdsRefusal('credentials', 'The account API does not know this user with this password.');
      throw this.#refusal(answer, 'The account API');
    }
    const { accessToken } = ((await readJson(answer)) ?? {}) as { accessToken?: unknown };
    if (typeof accessToken !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(accessToken))
      throw new CzdsRefusal('malformed', 'The account API gives no token.');
    this.#token = { text: accessToken, until: clock.now() + tokenLasts };
    return accessToken;
  }

  #refusal({ status, headers }: Fetched, who: string): CzdsRefusal {
    const message = `${who} answers with status ${status}.`;
    const asked = readRetryAfter(headers['retry-after'], this.#parts.clock.now()) ?? 0;
    const pause = asked > 0 ? Math.min(asked, longestPause) : usualPause;
    if (status === 429) return new CzdsRefusal('limited', message, pause);
    if (status === 403 || status === 404) return new CzdsRefusal('not_permitted', message, longestPause);
    return new CzdsRefusal('server', message, pause);
  }
}

async function readJson(answer: Fetched): Promise<unknown> {
  const octets = await wholeBody(answer);
  try {
    return JSON.parse(octets.toString('utf8'));
  } catch {
    throw new CzdsRefusal('malformed', 'The answer is not JSON.');
  }
}
