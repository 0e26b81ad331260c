import type { LedgerStore, RunLedger, SequenceStretch } from '../../../../collector/ports/ingest/ledgers.ts';

/** Ledgers of runs in memory. */
export class FakeLedgers implements LedgerStore {
  readonly all: RunLedger[] = [];
  gaps: SequenceStretch[] = [];

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

  async forgetBefore() {
    return 0;
  }
}
