import { isAddress } from '../format/address.ts';
import { escapedValue } from './query-filters.ts';

/**
 * The threat fields are the fields by which threats can be filtered as text; each is a parameter of the page's address.
 */
export const threatFields = ['type', 'client', 'subject', 'source', 'owner'] as const;
export type ThreatField = (typeof threatFields)[number];

export const threatStatuses = ['open', 'resolved', 'all'] as const;
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;
export const seenPeriods = ['24h', '7d', '30d'] as const;

/** The threat filters are the filters in the address of the page of threats. */
export interface ThreatFilters {
  readonly status: (typeof threatStatuses)[number];
  readonly severity: (typeof severities)[number] | undefined;
  /** The length before now within which threats were first seen. */
  readonly seen: (typeof seenPeriods)[number] | undefined;
  /** Days (UTC), such as 2026-01-31, of which the first and the last count too. */
  readonly days: { readonly first: string; readonly last: string } | undefined;
  readonly texts: Readonly<Partial<Record<ThreatField, string>>>;
}

export function threatFiltersOf(query: URLSearchParams): ThreatFilters {
  const first = dayOf(query.get('first_day'));
  const last = dayOf(query.get('last_day')) ?? first;
  const texts: Partial<Record<ThreatField, string>> = {};
  for (const field of threatFields) {
    const text = query.get(field);
    // Of the owner, an empty text asks for threats that nobody takes care of.
    if (text !== null && (text !== '' || field === 'owner')) texts[field] = text;
  }
  return {
    status: threatStatuses.find((one) => one === query.get('status')) ?? 'open',
    severity: severities.find((one) => one === query.get('severity')),
    seen: seenPeriods.find((one) => one === query.get('seen')),
    days: first === undefined || last === undefined || last < first ? undefined : { first, last },
    texts,
  };
}

/** Writes the filters in the parameters of the API. */
export function threatQuery({ status, severity, seen, days, texts }: ThreatFilters) {
  return {
    ...(status === 'all' ? {} : { status }),
    ...(severity === undefined ? {} : { severity }),
    ...texts,
    ...(days !== undefined
      ? { from: `${days.first}T00:00:00.000Z`, to: dayAfter(days.last), by: 'first_seen' as const }
      : seen === undefined
        ? {}
        : { period: seen, by: 'first_seen' as const }),
  };
}

const minuteMs = 60_000;

interface Seen {
  readonly first_seen: string;
  readonly last_seen: string;
}

/** Writes the filters of queries that find the rows behind a threat's count: about its subject, while it was seen. */
export function rowsBehind({
  subject,
  ...seen
}: Seen & { readonly subject: string }): Record<string, string> {
  return {
    ...(isAddress(subject) ? { client: subject } : { suffix: escapedValue(subject) }),
    ...whole(seen),
  };
}

/** A filter with more values than these is longer than the collector reads. */
const mostSubjects = 20;

/**
 * Writes the filters that find the rows behind a case's count: about the names that its threats are about. If they are
 * not about names alone, or about too many, the rows are those of its clients.
 */
export function rowsBehindCase({
  items,
  clients,
  ...seen
}: Seen & {
  readonly items: readonly { readonly subject: string }[];
  readonly clients: readonly string[];
}): Record<string, string> {
  const subjects = [...new Set(items.map(({ subject }) => subject))];
  const areNames = subjects.length <= mostSubjects && !subjects.some(isAddress);
  return {
    ...(areNames
      ? { suffix: subjects.map(escapedValue).join(',') }
      : clients.length > 0 && { client: clients.slice(0, mostSubjects).join(',') }),
    ...whole(seen),
  };
}

/** The whole minutes in which something was seen. */
function whole({ first_seen: first, last_seen: last }: Seen): { from: string; to: string } {
  const minute = (at: number): string => new Date(Math.floor(at / minuteMs) * minuteMs).toISOString();
  return { from: minute(Date.parse(first)), to: minute(Date.parse(last) + minuteMs) };
}

/** Lists every day (UTC) from one to another. A span that is longer than `most` days begins later. */
export function daysBetween(first: string, last: string, most: number): string[] {
  const end = Date.parse(last);
  const days: string[] = [];
  for (let at = Math.max(Date.parse(first), end - (most - 1) * dayMs); at <= end; at += dayMs) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

const dayMs = 86_400_000;

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString();
}

function dayOf(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : text;
}
