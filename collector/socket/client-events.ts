import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import type { Room } from '../events/define-event.ts';
import type { PlatformStatistics } from '../ports/system/platform-statistics.ts';
import type { ClientRequest } from './client-request.ts';
import type { LiveQuerySubscription } from './live-queries.ts';

export interface ClientEventContext {
  readonly accountId: number | null;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly statistics: () => Promise<PlatformStatistics>;
  readonly queries: Pick<LiveQuerySubscription, 'subscribe' | 'unsubscribe'>;
}

type Handler = (payload: unknown, context: ClientEventContext) => ClientRequest | Promise<ClientRequest>;

const join = (event: string, rooms: (context: ClientEventContext) => Room[]): Handler => {
  return (_payload, context) => ({
    kind: 'join',
    rooms: rooms(context),
    reply: { event, payload: { timestamp: context.timestamp } },
  });
};

function onDomain(kind: 'join' | 'leave', event: string): Handler {
  return (payload, { timestamp }) => {
    const text =
      typeof payload === 'object' && payload !== null && 'domain' in payload ? payload.domain : undefined;
    if (typeof text !== 'string') return { kind: 'refuse', message: 'domain: a text is needed' };
    const input = parseDomainInput(text);
    if ('message' in input) return { kind: 'refuse', message: `domain: ${input.message}` };
    const { domain } = input;
    return { kind, rooms: [`domain:${domain}`], reply: { event, payload: { domain, timestamp } } };
  };
}

/** The table has every event that a client may send. */
export const clientEvents: Readonly<Record<string, Handler>> = {
  subscribe_domain: onDomain('join', 'subscribed'),
  unsubscribe_domain: onDomain('leave', 'unsubscribed'),
  subscribe_ct_logs: join('subscribed_ct_logs', () => ['ct_logs']),
  subscribe_dns_changes: join('subscribed_dns_changes', () => ['dns_changes']),
  subscribe_threat_feed: join('subscribed_threat_feed', ({ accountId }) =>
    accountId === null ? ['threat_feed'] : ['threat_feed', `threat_feed:${accountId}`],
  ),
  subscribe_queries: (payload, { queries }) => queries.subscribe(payload),
  unsubscribe_queries: (_payload, { queries }) => queries.unsubscribe(),
  request_stats: async (_payload, { timestamp, statistics }) => ({
    kind: 'answer',
    reply: { event: 'stats_update', payload: { ...(await statistics()), timestamp } },
  }),
  ping: (_payload, { timestamp }) => ({ kind: 'answer', reply: { event: 'pong', payload: { timestamp } } }),
};
