import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import type { Fetch } from '@sonde/scanner/ports/fetch.ts';
import { wholeBody } from '@sonde/scanner/ports/fetched-body.ts';
import type { Outlets } from '@sonde/shared/sinks/outlets.ts';
import { RotatingFiles } from '@sonde/shared/sinks/rotating-files.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import { guardedConnection, securedConnection } from '../../network/guarded-connection.ts';
import { outboundGuard } from '../outbound-guard.ts';

/** So much of an answer is read. */
const mostAnswerBytes = 4 * 1024 * 1024;
/** Milliseconds for one batch. */
const patience = 60_000;

/** Creates the ways out for sinks; files go below that directory. */
export function createOutlets(
  config: Pick<Config, 'allowedNetworks'>,
  directory: string,
  parquet: Outlets['parquet'],
): Outlets {
  const guard = outboundGuard(config);
  const plain = createGuardedFetch(guard);
  // For each authority that some sink trusts: made once, since reading all authorities takes longer than a request.
  const trusting = new Map<string, Fetch>();
  const fetchFor = (authority: string | undefined): Fetch => {
    if (authority === undefined) return plain;
    const known = trusting.get(authority);
    if (known !== undefined) return known;
    if (trusting.size > 100) trusting.clear();
    const fetch = createGuardedFetch({ ...guard, extraAuthorities: [authority] });
    trusting.set(authority, fetch);
    return fetch;
  };
  const files = new RotatingFiles(directory, clock.now);
  return {
    post: async (url, { headers, body, method, authority }, signal) => {
      const answer = await fetchFor(authority)(url, {
        headers,
        post: body,
        ...(method === undefined ? {} : { method }),
        signal,
        maxBytes: mostAnswerBytes,
        milliseconds: patience,
      });
      const text = (await wholeBody(answer)).toString('utf8');
      return { status: answer.status, headers: answer.headers, text };
    },
    connect: (request, signal) => guardedConnection(request, guard, signal),
    secure: securedConnection,
    append: (request, bytes) => files.append(request, bytes),
    parquet,
  };
}
