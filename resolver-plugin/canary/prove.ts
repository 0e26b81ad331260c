import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Endpoint } from '../net/read-endpoint.ts';
import { ask } from '../run/status-socket.ts';
import { askAddress } from './ask-resolver.ts';
import { canaryAddress, canaryDomain } from './canary-rule.ts';

/** Milliseconds that frames have to come: writers gather them for a second, or connect first. */
const patience = 15_000;

export interface Proof {
  /** Whether the resolver answered at all. */
  readonly answered: boolean;
  /** Whether it answered out of the policy zone. */
  readonly policy: boolean;
  /** Whether dnstap told of the query and of the response. */
  readonly query: boolean;
  readonly response: boolean;
}

const seenSchema = z.object({ query: z.boolean(), response: z.boolean() });

/** Asks a resolver for a name that nobody ever asked for. Undefined if no daemon runs on that socket. */
export async function prove(
  statusSocket: string,
  resolver: Endpoint,
  milliseconds = patience,
): Promise<Proof | undefined> {
  const deadline = performance.now() + milliseconds;
  let answered = false;
  let policy = false;
  let query = false;
  let response = false;
  // Resolvers connect when they have something to tell, and the first frames may be lost: a new name each time.
  do {
    const label = `c${randomBytes(8).toString('hex')}`;
    if ((await ask(statusSocket, `canary ${label}`)) === undefined) return undefined;
    const answer = await askAddress(resolver, `${label}.${canaryDomain}`);
    answered ||= answer !== undefined;
    policy ||= answer?.addresses.includes(canaryAddress) === true;
    for (let look = 0; look < 15 && !(query && response); look++) {
      await delay(200);
      const seen = seenSchema.safeParse(await ask(statusSocket, 'canary'));
      query ||= seen.data?.query === true;
      response ||= seen.data?.response === true;
    }
  } while (!(answered && policy && query && response) && performance.now() < deadline);
  return { answered, policy, query, response };
}
