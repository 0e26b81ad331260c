import { selfAndParents } from '@sonde/shared/dns/names.ts';
import type { Indicator, IndicatorStore } from '../../ports/indicators.ts';

/** The listed names in memory. A name matches the indicator of itself or of its nearest listed parent. */
export class IndicatorMatcher {
  #byName: ReadonlyMap<string, Indicator> = new Map();
  #version = -1;

  get size(): number {
    return this.#byName.size;
  }

  match(name: string): Indicator | undefined {
    if (this.#byName.size === 0) return undefined;
    for (const candidate of selfAndParents(name)) {
      const indicator = this.#byName.get(candidate);
      if (indicator !== undefined) return indicator;
    }
    return undefined;
  }

  /** Loads the set anew where it has changed. */
  async refresh(store: Pick<IndicatorStore, 'load' | 'version'>): Promise<void> {
    if ((await store.version()) === this.#version) return;
    const { version, indicators } = await store.load();
    this.#byName = new Map(indicators.map((indicator) => [indicator.name, indicator]));
    this.#version = version;
  }
}
