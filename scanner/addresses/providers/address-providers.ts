import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { FetchError, type Fetched } from '../../ports/fetch.ts';
import { wholeBody } from '../../ports/fetched-body.ts';
import type { ScanError } from '../../ports/finding.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { abuseIpDb } from './abuseipdb.ts';
import { crowdSec } from './crowdsec.ts';
import { greyNoise } from './greynoise.ts';
import type { AddressProvider, ProviderQuestion, ProviderVerdict } from './provider.ts';

export const addressProviders: readonly AddressProvider[] = [abuseIpDb, greyNoise, crowdSec];

/** Bytes of an answer, which is read whole: a few milliseconds of work. */
const mostAnswer = 1_048_576;
const mostKept = 20_000;
/** Milliseconds: providers count, and what they say changes slowly. */
const keptFor = 86_400_000;
const patience = 8_000;
const dayMilliseconds = 86_400_000;
/** After a refusal without a time. */
const usualPause = 3_600_000;
const longestPause = dayMilliseconds;

export interface ProviderAnswers {
  readonly verdicts: readonly ProviderVerdict[];
  readonly errors: readonly ScanError[];
}

interface Account {
  readonly provider: AddressProvider;
  readonly key: string;
  readonly base: string;
  /** Of the day (UTC), by the clock here. */
  day: number;
  asked: number;
  /** Not before that, in milliseconds: the provider said so. */
  pausedUntil: number;
}

/** The address providers are the providers that the operator has keys of. */
export class AddressProviders {
  readonly #accounts: readonly Account[];
  readonly #kept: ExpiringCache<ProviderVerdict>;
  readonly #clock: Clock;

  /** `bases`: other places of the APIs, for proxies and tests. */
  constructor(
    keys: Readonly<Record<string, string | undefined>>,
    clock: Clock,
    bases: Readonly<Record<string, string>> = {},
  ) {
    this.#clock = clock;
    this.#kept = new ExpiringCache(mostKept, clock);
    this.#accounts = addressProviders.flatMap((provider) => {
      const key = keys[provider.id];
      const base = bases[provider.id] ?? provider.base;
      return key === undefined ? [] : [{ provider, key, base, day: -1, asked: 0, pausedUntil: 0 }];
    });
  }

  /** The ids of the providers that can be asked. */
  get ids(): readonly string[] {
    return this.#accounts.map(({ provider }) => provider.id);
  }

  /** Asks the wanted providers. Never rejects for what they do. */
  async ask(
    address: string,
    wants: (provider: string) => boolean,
    ports: Pick<ScanPorts, 'fetch' | 'signal'>,
  ): Promise<ProviderAnswers> {
    const answers = await Promise.all(
      this.#accounts
        .filter(({ provider }) => wants(provider.id))
        .map((account) => this.#askOne(account, address, ports)),
    );
    return {
      verdicts: answers.filter((answer) => 'severity' in answer),
      errors: answers.filter((answer) => 'code' in answer),
    };
  }

  async #askOne(
    account: Account,
    address: string,
    ports: Pick<ScanPorts, 'fetch' | 'signal'>,
  ): Promise<ProviderVerdict | ScanError> {
    const { provider, key } = account;
    const known = this.#kept.get(`${provider.id} ${address}`);
    if (known !== undefined) return known;
    let answer = await this.#question(account, provider.ask(address, key), ports);
    if ('code' in answer && answer.code === 'too_large' && provider.askBriefly !== undefined)
      answer = await this.#question(account, provider.askBriefly(address, key), ports);
    if ('severity' in answer) this.#kept.set(`${provider.id} ${address}`, answer, keptFor);
    return answer;
  }

  async #question(
    account: Account,
    { path, headers }: ProviderQuestion,
    { fetch, signal }: Pick<ScanPorts, 'fetch' | 'signal'>,
  ): Promise<ProviderVerdict | ScanError> {
    const { provider, base } = account;
    const failure = (code: string, message: string): ScanError => ({ source: provider.id, code, message });
    if (!this.#take(account))
      return failure('rate_limited', `${provider.name} has been asked as often as it may be for now.`);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    try {
      const answer = await fetch(`${base}${path}`, {
        headers: { accept: 'application/json', ...headers },
        signal: inTime,
        maxBytes: mostAnswer,
        redirects: 'refuse',
      });
      const body = await readBody(answer);
      const { status } = answer;
      if (status === 429) {
        account.pausedUntil = this.#clock.now() + pauseOf(answer, this.#clock.now());
        return failure('rate_limited', `${provider.name} wants to be asked no more for now.`);
      }
      if (status === 401 || status === 403) {
        account.pausedUntil = this.#clock.now() + usualPause;
        return failure('refused', `${provider.name} does not accept the key.`);
      }
      if (status !== 200 && provider.alsoAnswers?.includes(status) !== true)
        return failure('unreachable', `${provider.name} answered with status ${status}.`);
      const read = body === undefined ? undefined : provider.read(body, status);
      return read === undefined
        ? failure('malformed', `The answer of ${provider.name} is not of its form.`)
        : { ...read, provider: provider.id };
    } catch (error) {
      if (inTime.aborted) return failure('timeout', `${provider.name} gave no answer in time.`);
      if (error instanceof FetchError)
        return failure(error.failure, `${provider.name} gave no answer: ${error.message}`);
      throw error;
    }
  }

  #take(account: Account): boolean {
    const now = this.#clock.now();
    const day = Math.floor(now / dayMilliseconds);
    if (account.day !== day) [account.day, account.asked] = [day, 0];
    if (now < account.pausedUntil || account.asked >= account.provider.perDay) return false;
    account.asked++;
    return true;
  }
}

async function readBody(answer: Fetched): Promise<Readonly<Record<string, unknown>> | undefined> {
  const octets = await wholeBody(answer);
  try {
    const value: unknown = JSON.parse(octets.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds by `Retry-After`, or by the Unix time in `X-RateLimit-Reset`. */
function pauseOf({ headers }: Fetched, now: number): number {
  const reset = Number(headers['x-ratelimit-reset']) * 1_000;
  const pauses = [readRetryAfter(headers['retry-after'], now) ?? 0, reset - now].filter((pause) => pause > 0);
  return Math.min(longestPause, pauses[0] ?? usualPause);
}
