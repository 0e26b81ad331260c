import type { Log } from '@sonde/shared/system/log.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import type { StoreHealth } from '../../../ports/traffic/store-health.ts';

/**
 * The watch remembers how many parts of its tables the store has set aside as broken, for the metric and for readiness.
 */
export class BrokenPartsWatch {
  readonly #store: StoreHealth;
  readonly #log: Log;
  #count = 0;

  constructor({ store, meter, log }: { store: StoreHealth; meter: Meter; log: Log }) {
    this.#store = store;
    this.#log = log;
    meter.gauge(
      'sonde_store_broken_parts',
      'Parts of tables that the store could not read and set aside: their rows are missing.',
      () => this.#count,
    );
  }

  /** Throws a StoreError. */
  async look(): Promise<void> {
    const tables = await this.#store.brokenParts();
    const count = tables.reduce((sum, table) => sum + table.count, 0);
    if (count > this.#count)
      this.#log.error({ tables }, 'the store set broken parts aside: rows are missing');
    this.#count = count;
  }

  /** For people; empty if all is well. */
  get warnings(): readonly string[] {
    return this.#count === 0 ? [] : [`The store set ${this.#count} broken parts of tables aside.`];
  }
}
