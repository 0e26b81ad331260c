import { randomUUID } from 'node:crypto';
import type { Statistics } from '@sonde/shared/schemas/resolver-report.ts';
import { isStandardQuery } from '../../dnstap/is-standard-query.ts';
import { connectCollector, inTime } from '../../net/connect-collector.ts';
import type { PluginModule } from '../plugin-module.ts';
import { Sender } from '../sender.ts';
import { subtractCounts } from './subtract-counts.ts';
import { TrafficCounts, type TrafficReport } from './traffic-counts.ts';

export interface AnalyticsOptions {
  readonly collector: string;
  readonly key: string;
  /** Milliseconds. */
  readonly interval: number;
}

/** Milliseconds that the last batch has when we stop. */
const lastPatience = 3_000;

/**
 * Counts what clients ask and uploads it in batches. While the collector is away the counts go on in one batch: nothing
 * grows. What was counted and not uploaded is lost when the process ends without the collector.
 */
export async function startAnalytics({ collector, key, interval }: AnalyticsOptions): Promise<PluginModule> {
  const counts = new TrafficCounts();
  const client = connectCollector(collector, key);
  let told: TrafficReport = counts.report();
  let since = Date.now();
  const make = () => {
    const now = counts.report();
    const { types, transports, response_codes, policy_actions } = subtractCounts(now, told);
    const period = { period_start: new Date(since).toISOString(), period_end: new Date().toISOString() };
    const queries = types.CLIENT_QUERY ?? 0;
    const responses = types.CLIENT_RESPONSE ?? 0;
    told = now;
    since = Date.now();
    if (queries === 0 && responses === 0) return undefined;
    const { PASS: _passed, ...hits } = policy_actions;
    const policy_hits = Object.values(hits).reduce((sum, count) => sum + count, 0);
    const statistics: Statistics = {
      ...period,
      queries,
      responses,
      policy_hits,
      transports,
      response_codes,
      policy_actions: withoutOther(policy_actions),
    };
    return { batch_id: randomUUID(), statistics: [statistics] };
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const sender = new Sender(make, (body) =>
    client.call('POST /api/v1/unbound/analytics', { body, signal: inTime(signal) }),
  );
  const timer = setInterval(() => void sender.flush(), interval);
  return {
    sink: {
      message: (view) => {
        if (isStandardQuery(view)) counts.message(view);
      },
    },
    status: async () => ({
      counted: counts.report(),
      batches: { ...sender.counters },
      last_failure: sender.lastFailure ?? null,
    }),
    stop: async () => {
      clearInterval(timer);
      const last = setTimeout(() => stopping.abort(), lastPatience);
      await sender.flush();
      await sender.flush();
      clearTimeout(last);
    },
  };
}

/** Actions that came after our table are counted, and the collector has no name for them. */
function withoutOther(actions: Readonly<Record<string, number>>): Record<string, number> {
  const { other: _other, ...named } = actions;
  return named;
}
