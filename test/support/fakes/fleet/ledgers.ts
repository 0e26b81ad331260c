import type {
  LedgerStore,
  RunHour,
  RunLedger,
  SequenceStretch,
} from '../../../../collector/ports/ingest/ledgers.ts';

/** Ledgers of runs in memory. */
export class FakeLedgers implements LedgerStore {
  readonly all: RunLedger[] = [];
  gaps: SequenceStretch[] = [];
  readonly hourMarks: RunHour[] = [];

  async runs(agentIds: readonly number[], latest: number) {
    return agentIds.flatMap((id) => this.all.filter((run) => run.agentId === id).slice(0, latest));
  }

  async missing(_agentId: number, _runId: string, limit: number) {
    return this.gaps.slice(0, limit);
  }

  async totals(agentIds: readonly number[]) {
    return new Map(
      agentIds.map((id) => {
        const runs = this.all.filter((run) => run.agentId === id);
        const sum = (value: (run: RunLedger) => number) => runs.reduce((total, run) => total + value(run), 0);
        return [
          id,
          {
            batches: sum((run) => run.batches),
            rows: sum((run) => run.rows),
            rejectedRows: sum((run) => run.rejectedRows),
          },
        ];
      }),
    );
  }

  async markHours() {}

  async hours(agentIds: readonly number[], from: Date, to: Date) {
    return this.hourMarks.filter(
      ({ agentId, hour }) =>
        agentIds.includes(agentId) && hour < to && hour.getTime() >= from.getTime() - 3_600_000,
    );
  }

  async forgetBefore() {
    return 0;
  }
}
