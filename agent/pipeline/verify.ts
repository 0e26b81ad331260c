import { marks, offsets, outcomes, transports } from '@sonde/shared/batch/row-layout.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import { CaptureError } from '../capture/capture-error.ts';
import { openFile } from '../capture/capture-file.ts';
import { ThreadedPipeline } from '../threads/threaded-pipeline.ts';
import { OtherPorts } from './other-ports.ts';
import { Pipeline } from './pipeline.ts';
import { defaultPipelineOptions, type PipelineOptions } from './pipeline-options.ts';

/** The capture counts state how many packets, messages and transactions a capture file holds. */
export interface CaptureCounts {
  readonly packets: number;
  /** Packets without a DNS message of their own. */
  readonly otherPackets: number;
  /** DNS messages that could be decoded, repeated ones included. */
  readonly queries: number;
  readonly responses: number;
  /** Queries that a response was matched to. */
  readonly pairs: number;
  readonly unansweredQueries: number;
  readonly orphanResponses: number;
  /** Messages that are copies of others: sent again, or seen by two taps. */
  readonly repeated: number;
  /** Responses of zone transfers beyond the first of each. */
  readonly continued: number;
  readonly malformed: number;
  readonly malformedByReason: Readonly<Record<string, number>>;
  /** Transactions by transport, query type and response code. */
  readonly byTransport: Readonly<Record<string, number>>;
  readonly byType: Readonly<Record<string, number>>;
  readonly byResponseCode: Readonly<Record<string, number>>;
  /** Messages on ports that were not said to carry any, as `port N`; they are in none of the other counts. */
  readonly otherPorts: Readonly<Record<string, number>>;
  /** How often an address had a TCP reset or an ICMP error, by kind, as C-DNS counts them. */
  readonly addressEvents: Readonly<Record<string, number>>;
  /** Packets in forms that are not understood, as `LINKTYPE N` of https://www.tcpdump.org/linktypes.html. */
  readonly unknownLinkTypes: Readonly<Record<string, number>>;
  /** Whether the file ends within a packet. */
  readonly truncated: boolean;
  /** The reason why the file could not be read on, if it is damaged behind the packets that were counted. */
  readonly damage: string | null;
}

/**
 * Reads a capture file, or standard input as `-`, and counts what it holds. Throws a CaptureError if it is none; a file
 * that lacks its end or is damaged behind some packets is counted as far as it goes.
 */
export async function verifyCapture(
  path: string,
  options: PipelineOptions = defaultPipelineOptions,
): Promise<CaptureCounts> {
  const tally = new RowTally();
  const others = new OtherPorts();
  const sink = { rows: (bytes: Uint8Array) => tally.add(bytes) };
  const pipeline =
    options.threads > 1
      ? new ThreadedPipeline({ ...options, keepRecords: false }, sink, { looksForOtherPorts: true })
      : new Pipeline({ ...options, keepRecords: false }, sink, others);
  let truncated = false;
  let damage: string | null = null;
  let fault: unknown;
  const source = openFile(path);
  try {
    await source.run(pipeline);
  } catch (error) {
    fault = error;
  }
  await pipeline.end();
  if (pipeline instanceof ThreadedPipeline && pipeline.fault !== undefined) throw pipeline.fault;
  if (fault !== undefined) {
    if (!(fault instanceof CaptureError)) throw fault;
    if (fault.code === 'truncated_file') truncated = true;
    else if (fault.code === 'bad_file' && pipeline.counters().packets_captured > 0) damage = fault.message;
    else throw fault;
  }
  const counters = pipeline.counters();
  const [answered = 0, unanswered = 0, orphan = 0] = [
    outcomes.answered,
    outcomes.unanswered,
    outcomes.orphan,
  ].map((outcome) => tally.outcomes[outcome]);
  const repeated = pipeline.repeatedMessages();
  return {
    packets: counters.packets_captured,
    otherPackets: counters.packets_other,
    queries: answered + unanswered - tally.malformedQueries + repeated.queries,
    responses: answered + orphan - tally.malformedResponses + repeated.responses,
    pairs: answered - tally.malformedPairs,
    unansweredQueries: unanswered - tally.malformedUnanswered,
    orphanResponses: orphan - tally.malformedOrphans,
    repeated: counters.messages_repeated - repeated.continued,
    continued: repeated.continued,
    malformed: Object.values(counters.messages_malformed).reduce((sum, count) => sum + count, 0),
    malformedByReason: counters.messages_malformed,
    byTransport: tally.named(tally.transports, transportName),
    byType: tally.named(tally.types, recordTypeName),
    byResponseCode: tally.named(tally.codes, responseCodeName),
    otherPorts: pipeline instanceof ThreadedPipeline ? pipeline.otherPorts() : others.counts(),
    addressEvents: source.events ?? {},
    unknownLinkTypes: Object.fromEntries(
      [...pipeline.unknownLinkTypes].map(([type, count]) => [`LINKTYPE ${type}`, count]),
    ),
    truncated,
    damage,
  };
}

function transportName(number: number): string {
  return Object.entries(transports).find(([, value]) => value === number)?.[0] ?? `${number}`;
}

/** Counts rows by their fixed columns. */
class RowTally {
  readonly outcomes: number[] = [0, 0, 0, 0];
  /** Rows with a query, or a response, that was malformed; pairs with either. */
  malformedQueries = 0;
  malformedResponses = 0;
  malformedPairs = 0;
  malformedUnanswered = 0;
  malformedOrphans = 0;
  readonly transports = new Map<number, number>();
  readonly types = new Map<number, number>();
  readonly codes = new Map<number, number>();

  add(bytes: Uint8Array): void {
    const scanner = new RowScanner(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    while (scanner.next()) {
      const at = scanner.rowStart;
      const outcome = bytes[at + offsets.outcome]!;
      this.outcomes[outcome]!++;
      this.#countMalformed(outcome, view.getUint16(at + offsets.marks, true));
      count(this.transports, bytes[at + offsets.transport]!);
      count(this.types, view.getUint16(at + offsets.queryType, true));
      if (outcome !== outcomes.unanswered) count(this.codes, view.getUint16(at + offsets.responseCode, true));
    }
  }

  #countMalformed(outcome: number, bits: number): void {
    const isQuery = (bits & marks.queryMalformed) !== 0;
    const isResponse = (bits & marks.responseMalformed) !== 0;
    if (isQuery) this.malformedQueries++;
    if (isResponse) this.malformedResponses++;
    if (!isQuery && !isResponse) return;
    if (outcome === outcomes.answered) this.malformedPairs++;
    else if (outcome === outcomes.unanswered) this.malformedUnanswered++;
    else this.malformedOrphans++;
  }

  named(counts: ReadonlyMap<number, number>, nameOf: (number: number) => string): Record<string, number> {
    const sorted = [...counts].sort(([, a], [, b]) => b - a);
    return Object.fromEntries(sorted.map(([number, value]) => [nameOf(number), value]));
  }
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
