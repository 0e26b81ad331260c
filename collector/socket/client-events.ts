import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import type { Caller } from '../domain/people/access/caller.ts';
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

const handlers: Readonly<Record<string, Handler>> = {
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

/** Each event belongs to a family of operations; events of none tell what anybody may know of the collector. */
const families: Readonly<Record<string, string>> = {
  subscribe_domain: 'Domains',
  subscribe_ct_logs: 'Certificate logs',
  subscribe_dns_changes: 'Domains',
  subscribe_threat_feed: 'DNS monitoring',
  subscribe_queries: 'DNS monitoring',
  request_stats: 'Domains',
};

/** The table has every event that a client may send. */
export const clientEvents: readonly string[] = Object.keys(handlers);

/**
 * Answers a client's event with what it asks for; undefined if there is no such event. A narrowed key is refused what
 * it is not for.
 */
export function answerEvent(
  event: string,
  payload: unknown,
  caller: Caller,
  context: ClientEventContext,
): ClientRequest | Promise<ClientRequest> | undefined {
  if (!Object.hasOwn(handlers, event)) return undefined;
  const refusal = refusalOf(event, payload, caller);
  return refusal === undefined ? handlers[event]!(payload, context) : { kind: 'refuse', message: refusal };
}

function refusalOf(event: string, payload: unknown, caller: Caller): string | undefined {
  const family = families[event];
  if (caller.kind !== 'account' || caller.bounds === undefined || family === undefined) return undefined;
  const { families: opened, locationIds } = caller.bounds;
  if (opened?.includes(family) === false) return `This key is not for operations of the family "${family}".`;
  if (locationIds === null) return undefined;
  // Threats are told of by account, and one may be of several locations.
  if (event === 'subscribe_threat_feed') return 'This key is restricted to some locations.';
  const asked =
    typeof payload === 'object' && payload !== null && 'location_id' in payload && payload.location_id;
  if (event !== 'subscribe_queries' || (typeof asked === 'number' && locationIds.includes(asked)))
    return undefined;
  return `This key is for the locations ${locationIds.join(', ')}: name one of them, as "location_id".`;
}
