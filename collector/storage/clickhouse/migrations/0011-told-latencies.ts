import type { Migration } from './migration.ts';

/** A program that sends JSON need not say how long an answer took. Such an answer has 0, and is no measurement. */
export const toldLatencies: Migration = {
  number: 11,
  name: 'told latencies',
  statements: ({ onCluster, local }) => [
    `ALTER TABLE minute_latencies_view${onCluster} MODIFY QUERY
SELECT toStartOfMinute(observed_at) AS minute, location_id, agent_id,
  quantilesDDState(0.02, 0.5, 0.95, 0.99)(latency_us) AS latency
FROM ${local('queries')} WHERE outcome = 'answered' AND latency_us > 0
GROUP BY minute, location_id, agent_id`,
  ],
};
