import limitConcurrency from 'p-limit';
import type { AcceptedBatch } from '../../../../ports/ingest/batches.ts';
import type {
  AsideGroup,
  AsideOutcome,
  AsideResult,
  BatchAside,
  BatchesAside,
} from '../../../../ports/ingest/set-aside.ts';
import type { Page } from '../../../../ports/system/page.ts';
import type { SetAsideOptions, SetAsidePorts } from './set-aside-ports.ts';
import { takeUpGroup } from './take-up-group.ts';

/**
 * Set-aside batches are batches that the store refused: shown, taken up again once the reason is gone, or discarded.
 * One request after the other.
 */
export class SetAsideBatches implements BatchesAside {
  readonly #ports: SetAsidePorts;
  readonly #options: SetAsideOptions;
  readonly #turn = limitConcurrency(1);

  constructor(ports: SetAsidePorts, options: SetAsideOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  get collectorId(): string {
    return this.#options.collectorId;
  }

  /** Tells why nothing is accepted: as much may lie aside as may wait. Undefined if it is accepted. */
  get trouble(): string | undefined {
    return this.#ports.spool.asideBytes > this.#options.maxSpoolBytes
      ? 'more lies aside in the spool than may wait'
      : undefined;
  }

  /** For people; empty if all is well. */
  get warnings(): readonly string[] {
    const { aside } = this.#ports.spool;
    return aside === 0 ? [] : [`The store refused ${aside} batches: they lie aside in the spool.`];
  }

  async list({
    limit,
    offset,
  }: Page): Promise<{ count: number; bytes: number; otherFiles: number; batches: BatchAside[] }> {
    const { groups, otherFiles } = await this.#ports.spool.listAside();
    const all = groups.flatMap((group) => group.batches.map((batch) => ({ group, batch })));
    const page = all.slice(offset, offset + limit);
    const known = await this.#ports.registry.find(page.map(({ batch }) => batch.batchId));
    const bytes = all.reduce((sum, { batch }) => sum + batch.bytes, 0);
    const batches = page.map(({ group, batch }) => show(group, batch, known.get(batch.batchId)));
    return { count: all.length, bytes, otherFiles, batches };
  }

  takeUp(batchIds: readonly string[], signal: AbortSignal): Promise<AsideOutcome[]> {
    return this.#turn(() =>
      this.#forEach(batchIds, async (group) => {
        if (signal.aborted) return { result: 'unavailable', message: 'The request was over before.' };
        const outcome = await takeUpGroup(group, this.#ports, this.#options);
        const batches = group.batches.map(({ batchId }) => batchId);
        this.#ports.log.info({ batches, ...outcome }, 'a batch that lay aside was to be taken up');
        return outcome;
      }),
    );
  }

  discard(batchIds: readonly string[]): Promise<AsideOutcome[]> {
    const named = new Set(batchIds);
    return this.#turn(() =>
      this.#forEach(batchIds, async (group) => {
        const ids = group.batches.map(({ batchId }) => batchId);
        if (!ids.every((id) => named.has(id)))
          return {
            result: 'incomplete',
            message: 'It was tried together with others, which are to be discarded with it: name them all.',
          };
        await this.#discard(group, ids);
        return { result: 'discarded', message: 'Its rows are gone.' };
      }),
    );
  }

  async #discard(group: AsideGroup, ids: readonly string[]): Promise<void> {
    const { registry, spool, log } = this.#ports;
    const known = await registry.find(ids);
    const ours = ids.filter((id) => known.get(id)?.collectorId === this.collectorId);
    // First, so that one that comes again is not taken for one that was lost.
    await registry.markStored(ours);
    await spool.discardAside(group);
    log.warn({ batches: ids, reason: group.reason }, 'batches that lay aside were discarded');
  }

  /** Does it once for each group that is named by one of its batches. */
  async #forEach(
    batchIds: readonly string[],
    act: (group: AsideGroup) => Promise<{ result: AsideResult; message: string }>,
  ): Promise<AsideOutcome[]> {
    const { groups } = await this.#ports.spool.listAside();
    const groupOf = new Map(
      groups.toReversed().flatMap((group) => group.batches.map(({ batchId }) => [batchId, group])),
    );
    const outcomes = new Map<string, AsideOutcome>();
    for (const batchId of batchIds) {
      if (outcomes.has(batchId)) continue;
      const group = groupOf.get(batchId);
      const message = 'No such batch lies aside here (any more).';
      const outcome = group === undefined ? { result: 'not_found' as const, message } : await act(group);
      for (const id of group?.batches.map((batch) => batch.batchId) ?? [batchId])
        outcomes.set(id, { batchId: id, ...outcome });
    }
    return [...outcomes.values()];
  }
}

function show(
  group: AsideGroup,
  { batchId, bytes }: { batchId: string; bytes: number },
  known: AcceptedBatch | undefined,
): BatchAside {
  return {
    batchId,
    locationId: known?.locationId ?? null,
    locationName: known?.locationName ?? null,
    agentId: known?.agentId ?? null,
    agentHost: known?.agentHost ?? null,
    rows: known?.rows ?? null,
    bytes,
    acceptedAt: known?.acceptedAt ?? null,
    setAsideAt: group.setAsideAt,
    reason: group.reason ?? null,
    fault: group.fault ?? null,
    triedWith: group.batches.map((batch) => batch.batchId).filter((id) => id !== batchId),
  };
}
