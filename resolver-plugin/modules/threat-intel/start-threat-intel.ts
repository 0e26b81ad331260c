import { ipv6Text } from '@sonde/shared/net/address.ts';
import { maxVerdictNames, verdictSchema } from '@sonde/shared/schemas/verdict.ts';
import { z } from 'zod';
import { isStandardQuery } from '../../dnstap/is-standard-query.ts';
import { messageTypes } from '../../dnstap/message-types.ts';
import type { MessageView } from '../../dnstap/message-view.ts';
import { connectCollector, inTime } from '../../net/connect-collector.ts';
import { headerBytes } from '../../rpz/constants.ts';
import { readName } from '../../rpz/wire-name.ts';
import type { PluginModule } from '../plugin-module.ts';
import { Sender, UnusableAnswer } from '../sender.ts';
import { AlertTable } from './alert-table.ts';
import { VerdictCache } from './verdict-cache.ts';

export interface ThreatIntelOptions {
  readonly collector: string;
  readonly key: string;
  /** Tells whether the message at hand becomes a row, which the collector looks at itself; never if absent. */
  readonly isShipped?: () => boolean;
}

const answerSchema = z.object({ verdicts: z.array(verdictSchema) });

/** Verdicts kept; names that wait to be asked for, each with the clients that asked meanwhile. */
const mostVerdicts = 50_000;
const mostWaiting = 5_000;
const mostClients = 16;
const askEvery = 500;
const alertEvery = 2_000;

/**
 * Asks the collector about every name that clients ask for and that is not shipped as a row, each once for as long as its
 * verdict may be kept, and submits what is listed. Beside the resolver: no query waits for it.
 */
export async function startThreatIntel({
  collector,
  key,
  isShipped = () => false,
}: ThreatIntelOptions): Promise<PluginModule> {
  const client = connectCollector(collector, key);
  const cache = new VerdictCache(mostVerdicts);
  const alerts = new AlertTable();
  const waiting = new Map<string, (string | undefined)[]>();
  const counters = { asked: 0, hits: 0, shipped_as_rows: 0, names_not_asked: 0, clients_not_noted: 0 };
  const stopping = new AbortController();
  const { signal } = stopping;
  const ask = new Sender(
    () => (waiting.size === 0 ? undefined : [...waiting.keys()].slice(0, maxVerdictNames)),
    async (names) => {
      const body = { query_names: names };
      const answer = await client.call('POST /api/v1/unbound/query', { body, signal: inTime(signal) });
      const verdicts = answerSchema.safeParse(answer).data?.verdicts ?? [];
      if (verdicts.length !== names.length) throw new UnusableAnswer('These are no verdicts.');
      counters.asked += names.length;
      const now = Date.now();
      names.forEach((name, index) => {
        const verdict = verdicts[index]!;
        cache.keep(name, verdict, now);
        for (const client of waiting.get(name) ?? []) note(verdict, client, now);
        waiting.delete(name);
      });
    },
  );
  const submit = new Sender(
    () => alerts.take(),
    (body) => client.call('POST /api/v1/unbound/alerts', { body, signal: inTime(signal) }),
  );
  const note = (verdict: z.output<typeof verdictSchema>, client: string | undefined, now: number): void => {
    if (verdict.threat === null) return;
    counters.hits += 1;
    alerts.add(verdict, client, now);
  };
  const message = (view: MessageView): void => {
    if (view.type !== messageTypes.CLIENT_QUERY || !isStandardQuery(view)) return;
    if (isShipped()) {
      counters.shipped_as_rows += 1;
      return;
    }
    const query = view.buffer.subarray(view.queryStart, view.queryEnd);
    const name = readName(query, headerBytes)?.name;
    if (name === undefined) return;
    const now = Date.now();
    const verdict = cache.find(name, now);
    if (verdict !== undefined && verdict.threat === null) return;
    const client = clientOf(view);
    if (verdict !== undefined) note(verdict, client, now);
    else wait(name, client);
  };
  const wait = (name: string, client: string | undefined): void => {
    const clients = waiting.get(name);
    if (clients === undefined) {
      if (waiting.size >= mostWaiting) counters.names_not_asked += 1;
      else waiting.set(name, [client]);
    } else if (clients.length < mostClients) clients.push(client);
    else counters.clients_not_noted += 1;
  };
  const timers = [
    setInterval(() => void ask.flush(), askEvery),
    setInterval(() => void submit.flush(), alertEvery),
  ];
  return {
    sink: { message },
    status: async () => ({
      ...counters,
      verdicts_kept: cache.size,
      names_waiting: waiting.size,
      alerts: { waiting: alerts.size, lost: alerts.lost, batches: { ...submit.counters } },
      last_failure: ask.lastFailure ?? submit.lastFailure ?? null,
    }),
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      const last = setTimeout(() => stopping.abort(), 3_000);
      await Promise.all([ask.flush(), submit.flush()]);
      await submit.flush();
      clearTimeout(last);
    },
  };
}

function clientOf(view: MessageView): string | undefined {
  const bytes = view.buffer.subarray(view.queryAddressStart, view.queryAddressEnd);
  if (bytes.length === 4) return bytes.join('.');
  return bytes.length === 16 ? ipv6Text(bytes) : undefined;
}
