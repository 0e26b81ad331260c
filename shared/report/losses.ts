/** A reported agent is the part of a sensor in the API's answer from which its losses are counted. */
export interface ReportedAgent {
  readonly runs: readonly {
    readonly ledger: {
      readonly packets_dropped: Readonly<Record<string, number>>;
      readonly messages_dropped: Readonly<Record<string, number>>;
      readonly rows_dropped: Readonly<Record<string, number>>;
    };
    readonly rejected_rows: number;
    readonly missing_batches: number;
  }[];
}

/** The losses are totals over the latest runs of sensors, by their own count and by the collector's. */
export interface Losses {
  readonly packets: number;
  readonly messages: number;
  readonly rows: number;
  readonly missingBatches: number;
}

export function lossesOf(agents: readonly ReportedAgent[]): Losses {
  const sum = (reasons: Readonly<Record<string, number>>): number =>
    Object.values(reasons).reduce((total, count) => total + count, 0);
  const losses = { packets: 0, messages: 0, rows: 0, missingBatches: 0 };
  for (const { runs } of agents) {
    const [run] = runs;
    if (run === undefined) continue;
    losses.packets += sum(run.ledger.packets_dropped);
    losses.messages += sum(run.ledger.messages_dropped);
    losses.rows += sum(run.ledger.rows_dropped) + run.rejected_rows;
    losses.missingBatches += run.missing_batches;
  }
  return losses;
}
