import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { CanaryQuery } from './canary-queries.ts';

/** The result counts the canary queries by outcome: the names don't exist, so that NXDOMAIN is the hoped-for answer. */
export interface AskedNames {
  asked: number;
  /** Names that the resolver said do not exist. */
  absent: number;
  unanswered: number;
}

/**
 * Asks a resolver for each name in turn, with a pause in milliseconds between them, without waiting for answers. A query
 * that comes late does not delay those after it: on a slow machine, too, all must come within the time of a detector.
 */
export async function askNames(
  queries: readonly CanaryQuery[],
  pause: number,
  servers: readonly string[],
): Promise<AskedNames> {
  const resolver = new Resolver({ timeout: 3_000, tries: 1 });
  if (servers.length > 0) resolver.setServers([...servers]);
  const result: AskedNames = { asked: 0, absent: 0, unanswered: 0 };
  const open: Promise<void>[] = [];
  const begin = performance.now();
  for (const { name, type } of queries) {
    result.asked++;
    const question = type === 'TXT' ? resolver.resolveTxt(name) : resolver.resolve4(name);
    open.push(
      question.then(
        () => undefined,
        (error: unknown) => {
          const code = error instanceof Error && 'code' in error ? error.code : undefined;
          if (code === 'ENOTFOUND') result.absent++;
          else if (code === 'ETIMEOUT' || code === 'ECONNREFUSED') result.unanswered++;
        },
      ),
    );
    await delay(Math.max(0, begin + result.asked * pause - performance.now()));
  }
  await Promise.all(open);
  return result;
}
