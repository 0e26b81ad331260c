import type { NamedCounts, TrafficReport } from './traffic-counts.ts';

/** Subtracts an earlier report of counts from a later one. */
export function subtractCounts(now: TrafficReport, before: TrafficReport): TrafficReport {
  return {
    messages: now.messages - before.messages,
    types: difference(now.types, before.types),
    transports: difference(now.transports, before.transports),
    response_codes: difference(now.response_codes, before.response_codes),
    response_codes_by_type: Object.fromEntries(
      Object.entries(now.response_codes_by_type).map(([type, codes]) => [
        type,
        difference(codes, before.response_codes_by_type[type] ?? {}),
      ]),
    ),
    policy_actions: difference(now.policy_actions, before.policy_actions),
  };
}

function difference(now: NamedCounts, before: NamedCounts): NamedCounts {
  const entries = Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}
