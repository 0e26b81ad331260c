import type { Log } from '@sonde/shared/system/log.ts';
import { HttpError } from '../http-error.ts';
import type { SystemRoute } from './system-route.ts';

/** A readiness check looks at something that the collector can't serve without. `check` rejects while it is away. */
export interface ReadinessCheck {
  /** The name as people know it: `postgres`, `clickhouse`, `spool`. */
  readonly name: string;
  check(signal: AbortSignal): Promise<void>;
}

/** Milliseconds that a check may take. */
const checkLimit = 2_000;

/**
 * Serves `/health/live`: the process answers; and `/health/ready`: all that it needs answers too, or 503 and what does
 * not. `/health/ready`: all that it needs answers too, or 503 and what does not. `warnings` tell what an operator
 * should look at although all is served.
 */
export function healthRoutes(
  checks: readonly ReadinessCheck[],
  log: Log,
  warnings: () => readonly string[] = () => [],
): SystemRoute[] {
  return [
    {
      method: 'GET',
      path: '/health/live',
      handle: (context) => {
        context.body = { status: 'live' };
      },
    },
    {
      method: 'GET',
      path: '/health/ready',
      handle: async (context) => {
        const failed = (await Promise.all(checks.map((check) => run(check, log)))).filter(
          (name) => name !== undefined,
        );
        if (failed.length > 0) {
          throw new HttpError('not_ready', `Not ready: ${failed.join(', ')}.`, {
            details: failed.map((path) => ({ path, message: 'does not answer as it should' })),
            headers: { 'Retry-After': '5' },
          });
        }
        const found = warnings();
        context.body = {
          status: 'ready',
          checks: checks.map(({ name }) => name),
          ...(found.length === 0 ? {} : { warnings: found }),
        };
      },
    },
  ];
}

/** The check's name if it fails. Why is for the log: it may name hosts. */
async function run({ name, check }: ReadinessCheck, log: Log): Promise<string | undefined> {
  const signal = AbortSignal.timeout(checkLimit);
  const over = Promise.withResolvers<never>();
  const onAbort = () => over.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([check(signal), over.promise]);
    return undefined;
  } catch (error) {
    log.warn({ err: error, check: name }, 'not ready');
    return name;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
