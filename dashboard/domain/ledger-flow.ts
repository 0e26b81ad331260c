import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { texts } from '../texts/en/operate/agents.ts';

export type Agent = AnswerOf<'GET /api/v1/dns-monitoring/agents'>['agents'][number];
export type Run = Agent['runs'][number];
export type NodeName = keyof typeof texts.nodes;

export interface Flow {
  readonly from: NodeName;
  readonly to: NodeName;
  /** DNS messages. */
  readonly value: number;
  /** Rows, if that is what is counted. */
  readonly rows?: number;
}

/**
 * Turns a run's ledger into flows of messages from the wire to the store. Rows hold a query and its response, so they
 * are drawn as wide as the messages in them. Also what the sum of all ways leaves over, which ought to be nothing.
 */
export function ledgerFlow(run: Run): { flows: Flow[]; unaccounted: number } {
  const { ledger } = run;
  const lost = sum(ledger.rows_dropped);
  // What the agent lost of them afterwards is among them.
  const rows = ledger.rows_stored;
  const perRow = rows === 0 ? 0 : ledger.messages_stored / rows;
  const rejected = run.rejected_rows;
  const accepted = run.rows;
  const way = Math.max(0, ledger.rows_stored - lost - accepted - rejected);
  const fates: Flow[] = [
    { from: 'messages', to: 'stored', value: ledger.messages_stored },
    { from: 'messages', to: 'repeated', value: ledger.messages_repeated },
    { from: 'messages', to: 'filtered', value: ledger.messages_filtered },
    { from: 'messages', to: 'sampledOut', value: ledger.messages_sampled },
    { from: 'messages', to: 'malformed', value: sum(ledger.messages_malformed) },
    { from: 'messages', to: 'dropped', value: sum(ledger.messages_dropped) },
    { from: 'messages', to: 'pending', value: ledger.messages_pending },
  ];
  const told = fates.reduce((total, { value }) => total + value, 0);
  const captured: Flow[] = [
    { from: 'captured', to: 'messages', value: ledger.messages_seen },
    { from: 'captured', to: 'other', value: ledger.packets_other },
    { from: 'captured', to: 'kernel', value: sum(ledger.packets_dropped) },
  ];
  const shipped: Flow[] = [
    { from: 'stored', to: 'accepted', value: accepted * perRow, rows: accepted },
    { from: 'stored', to: 'rejected', value: rejected * perRow, rows: rejected },
    { from: 'stored', to: 'lost', value: lost * perRow, rows: lost },
    { from: 'stored', to: 'way', value: way * perRow, rows: way },
  ];
  return {
    flows: [...captured, ...fates, ...shipped].filter(({ value }) => value > 0),
    unaccounted: Math.max(0, ledger.messages_seen - told),
  };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, value) => total + value, 0);
}
