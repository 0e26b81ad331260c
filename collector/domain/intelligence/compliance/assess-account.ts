import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AgentStore } from '../../../ports/ingest/agents.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { PolicyRuleStore } from '../../../ports/resolvers/policy-rules.ts';
import type { ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import type { ChannelStore } from '../../../ports/threats/notifications.ts';
import type { TrafficStore } from '../../../ports/traffic/traffic-store.ts';
import { type Assessment, type ControlState, combine } from './assessment.ts';
import type { AccountTest, Control } from './framework.ts';

const dayMilliseconds = 86_400_000;
const all = { limit: 1_000, offset: 0 };

export interface AssessAccountPorts {
  readonly locations: Pick<LocationStore, 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
  readonly policyRules: Pick<PolicyRuleStore, 'list'>;
  readonly resolvers: Pick<ResolverStore, 'list'>;
  readonly notificationChannels: Pick<ChannelStore, 'list'>;
  readonly traffic: Pick<TrafficStore, 'overview'>;
  readonly clock: Clock;
}

type AccountControl = Extract<Control, { of: 'account' }>;

/** Assesses a control by the account's own traffic and settings, as they are now. */
export async function assessAccount(
  control: AccountControl,
  accountId: number,
  ports: AssessAccountPorts,
): Promise<Assessment> {
  const now = new Date(ports.clock.now());
  const parts: Assessment[] = [];
  for (const test of control.tests) {
    const [state, reason] = await tests[test](accountId, now, ports);
    parts.push({ state, reasons: [reason], at: now.toISOString() });
  }
  return combine(parts);
}

type Test = (accountId: number, now: Date, ports: AssessAccountPorts) => Promise<[ControlState, string]>;

const tests: Readonly<Record<AccountTest, Test>> = {
  queries_logged: async (accountId, now, { locations, agents }) => {
    const { locations: own } = await locations.list(accountId, all);
    if (own.length === 0) return ['not_met', 'The account has no location: no queries are kept here.'];
    const known = await agents.list(own.map(({ id }) => id));
    const heard = new Set(
      known.filter((agent) => isRecent(agent.lastSeenAt, now)).map(({ locationId }) => locationId),
    );
    const sentence = `${heard.size} of ${own.length} locations sent queries within a day.`;
    return [heard.size === own.length ? 'met' : heard.size > 0 ? 'partly_met' : 'not_met', sentence];
  },
  policy_enforced: async (accountId, now, { policyRules, resolvers }) => {
    const [{ count }, { resolvers: own }] = await Promise.all([
      policyRules.list(accountId, undefined, { limit: 1, offset: 0 }),
      resolvers.list(accountId, all),
    ]);
    if (own.length === 0) return ['not_assessed', 'No resolver of the account is known here.'];
    if (count === 0) return ['not_met', 'There is no rule of policy.'];
    const followers = own.filter(({ modules }) => modules.includes('policy'));
    const heard = followers.filter(({ lastSeenAt }) => lastSeenAt !== null && isRecent(lastSeenAt, now));
    const sentence = `${heard.length} of ${own.length} resolvers followed the policy within a day; it has ${count} rules.`;
    return [heard.length === own.length ? 'met' : heard.length > 0 ? 'partly_met' : 'not_met', sentence];
  },
  alerts_delivered: async (accountId, _now, { notificationChannels }) => {
    const channels = await notificationChannels.list(accountId);
    if (channels.length === 0) return ['not_met', 'No channel tells anybody of threats.'];
    const dead = channels.filter((channel) => channel.dead > 0).length;
    return dead === 0
      ? ['met', `${channels.length} channels tell of threats.`]
      : ['partly_met', `${dead} of ${channels.length} channels have given notices up.`];
  },
  queries_encrypted: async (accountId, now, { locations, traffic }) => {
    const { locations: own } = await locations.list(accountId, all);
    if (own.length === 0)
      return ['not_assessed', 'The account has no location: its queries are not seen here.'];
    const scope = {
      locationIds: own.map(({ id }) => id),
      from: new Date(now.getTime() - dayMilliseconds),
      to: now,
    };
    const { transports } = await traffic.overview(scope, {
      top: 10,
      bucketSeconds: dayMilliseconds / 1_000,
      latencyBucketSeconds: dayMilliseconds / 1_000,
    });
    const sum = (wanted: (name: string) => boolean) =>
      transports.filter(({ name }) => wanted(name)).reduce((total, { count }) => total + count, 0);
    const total = sum(() => true);
    if (total === 0) return ['not_assessed', 'No query was seen within a day.'];
    const share = sum((name) => name !== 'udp' && name !== 'tcp') / total;
    const sentence = `${(100 * share).toFixed(1)} % of the queries that were seen within a day were encrypted.`;
    return [share >= 0.99 ? 'met' : share > 0 ? 'partly_met' : 'not_met', sentence];
  },
};

function isRecent(time: Date, now: Date): boolean {
  return now.getTime() - time.getTime() <= dayMilliseconds;
}
