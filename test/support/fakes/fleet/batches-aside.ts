import type { AsideResult, BatchAside, BatchesAside } from '../../../../collector/ports/ingest/set-aside.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';

/** What lies aside, in memory. */
export class FakeBatchesAside implements BatchesAside {
  readonly collectorId = 'c0c0c0c0-0000-4000-8000-000000000001';
  readonly batches: BatchAside[] = [];

  add(change: Partial<BatchAside> & { batchId: string }): void {
    this.batches.push({
      locationId: 7,
      locationName: 'Office',
      agentId: 3,
      agentHost: 'sensor.example',
      rows: 12,
      bytes: 3_456,
      acceptedAt: new Date('2026-11-20T10:00:00Z'),
      setAsideAt: new Date('2026-11-20T10:00:05Z'),
      reason: 'it is poison',
      fault: null,
      triedWith: [],
      ...change,
    });
  }

  async list({ limit, offset }: Page) {
    const bytes = this.batches.reduce((sum, batch) => sum + batch.bytes, 0);
    const page = this.batches.slice(offset, offset + limit);
    return { count: this.batches.length, bytes, otherFiles: 0, batches: page };
  }

  async takeUp(batchIds: readonly string[]) {
    return this.#remove(batchIds, 'taken_up', 'It waits to be stored.');
  }

  async discard(batchIds: readonly string[]) {
    return this.#remove(batchIds, 'discarded', 'Its rows are gone.');
  }

  #remove(batchIds: readonly string[], result: AsideResult, message: string) {
    return batchIds.map((batchId) => {
      const index = this.batches.findIndex((batch) => batch.batchId === batchId);
      if (index === -1)
        return { batchId, result: 'not_found' as const, message: 'No such batch lies aside.' };
      const fault = this.batches[index]!.fault;
      if (fault !== null && result === 'taken_up')
        return { batchId, result: 'damaged' as const, message: fault };
      this.batches.splice(index, 1);
      return { batchId, result, message };
    });
  }
}
