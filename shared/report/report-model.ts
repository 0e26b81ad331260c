import { many } from '../text/many.ts';
import { plainText } from '../text/plain-text.ts';
import { lossesOf, type ReportedAgent } from './losses.ts';

interface Moved {
  readonly queries: number;
  readonly before: number;
}

/** The report facts are the answers of the API that a report is written from, reduced to the fields that it uses. */
export interface ReportFacts {
  readonly comparison: {
    readonly period: {
      readonly from: string;
      readonly to: string;
      readonly queries: number;
      readonly unanswered: number;
      readonly unique_clients: number;
      readonly unique_names: number;
      readonly latency_ms: { readonly p50: number; readonly p95: number } | null;
    };
    readonly before: { readonly queries: number; readonly unanswered: number };
    /** Null if they were not compared. */
    readonly domains: readonly (Moved & { readonly domain: string })[] | null;
    readonly clients: readonly (Moved & { readonly client_ip: string })[];
    readonly failing_names: readonly (Moved & { readonly name: string })[];
    readonly response_codes: readonly (Moved & { readonly response_code: string | null })[];
    readonly new_domains: readonly {
      readonly domain: string;
      readonly first_seen: string;
      readonly queries: number;
    }[];
    readonly new_threats: { readonly count: number };
    readonly silent_agents: readonly {
      readonly id: number;
      readonly host: string;
      readonly software: string;
      readonly silent_since: string;
    }[];
  };
  readonly stats: {
    readonly top_domains: readonly { readonly domain: string; readonly count: number }[] | null;
  };
  readonly threats: {
    readonly count: number;
    readonly threats: readonly {
      readonly severity: string;
      readonly threat_type: string;
      readonly subject: string;
      readonly client_ip: string;
      readonly count: number;
      readonly last_seen: string;
    }[];
  };
  readonly agents: readonly ReportedAgent[];
}

export interface ReportTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Said if there are no rows. */
  readonly nothing: string;
}

/** A report holds the title, sentences and tables before they become text or HTML. */
export interface Report {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly tables: readonly ReportTable[];
  /** A line and a link at the end. */
  readonly foot?: { readonly text: string; readonly url: string };
}

export function reportOf({ comparison, stats, threats, agents }: ReportFacts): Report {
  const { period, before } = comparison;
  const losses = lossesOf(agents);
  const moved = (name: string, { queries, before: then }: { queries: number; before: number }) => [
    plainText(name),
    String(queries),
    String(then),
    signed(queries - then),
  ];
  const movers = ['queries', 'before', 'change'];
  return {
    title: `DNS from ${time(period.from)} to ${time(period.to)} UTC`,
    sentences: [
      `${many(period.queries, 'query', 'queries')} (${percent(period.queries, before.queries)}) of ${many(period.unique_clients, 'client')} for ${many(period.unique_names, 'name')}; ${period.unanswered} without an answer (${before.unanswered} before).`,
      period.latency_ms === null
        ? 'Nothing was answered.'
        : `Median latency ${period.latency_ms.p50.toFixed(1)} ms, 95 % within ${period.latency_ms.p95.toFixed(1)} ms.`,
      `${many(comparison.new_threats.count, 'new threat')}, ${threats.count} open in all.`,
      `${many(agents.length, 'sensor')}; lost by their latest runs: ${losses.packets} packets, ${losses.messages} messages, ${losses.rows} rows; ${losses.missingBatches} batches are missing.`,
    ],
    tables: [
      {
        title: 'Open threats',
        head: ['severity', 'type', 'subject', 'client', 'queries', 'last seen'],
        rows: threats.threats.map((threat) => [
          threat.severity,
          plainText(threat.threat_type),
          plainText(threat.subject),
          plainText(threat.client_ip),
          String(threat.count),
          time(threat.last_seen),
        ]),
        nothing: 'No threat is open.',
      },
      {
        title: 'Silent sensors',
        head: ['sensor', 'software', 'silent since'],
        rows: comparison.silent_agents.map((agent) => [
          plainText(agent.host || `sensor ${agent.id}`),
          plainText(agent.software),
          time(agent.silent_since),
        ]),
        nothing: 'No sensor is silent.',
      },
      {
        title: 'Domains that moved most',
        head: ['domain', ...movers],
        rows: (comparison.domains ?? []).map((one) => moved(one.domain, one)),
        nothing: 'Nothing moved.',
      },
      {
        title: 'Clients that moved most',
        head: ['client', ...movers],
        rows: comparison.clients.map((one) => moved(one.client_ip, one)),
        nothing: 'Nothing moved.',
      },
      {
        title: 'Names whose failures moved most',
        head: ['name', ...movers],
        rows: comparison.failing_names.map((one) => moved(one.name, one)),
        nothing: 'Nothing moved.',
      },
      {
        title: 'Response codes',
        head: ['code', ...movers],
        rows: comparison.response_codes.map((one) => moved(one.response_code ?? 'no response', one)),
        nothing: 'There was no query.',
      },
      {
        title: 'Domains seen for the first time',
        head: ['domain', 'first seen', 'queries'],
        rows: comparison.new_domains.map((one) => [
          plainText(one.domain),
          time(one.first_seen),
          String(one.queries),
        ]),
        nothing: 'None is new.',
      },
      {
        title: 'Domains asked for most',
        head: ['domain', 'queries'],
        rows: (stats.top_domains ?? []).map(({ domain, count }) => [plainText(domain), String(count)]),
        nothing: 'There was no query.',
      },
    ],
  };
}

function time(text: string): string {
  return text.slice(0, 16).replace('T', ' ');
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change);
}

/** By how much something grew or shrank. */
function percent(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'as before' : 'none before';
  const change = Math.round(((now - before) / before) * 100);
  return change === 0 ? 'as before' : `${signed(change)} % of the period before`;
}
