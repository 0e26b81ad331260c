import type {
  Indicator,
  IndicatorPage,
  IndicatorStore,
  TakeIndicators,
} from '../../../../collector/ports/threats/indicators.ts';

/** Indicators in memory, with the behaviour that the port promises. */
export class FakeIndicators implements IndicatorStore {
  readonly #sources = new Map<string, { indicators: Map<string, Indicator>; updatedAt: Date }>();
  #version = 0;

  async replaceSource(source: string, indicators: Iterable<Indicator>): Promise<number> {
    const kept = new Map<string, Indicator>();
    for (const indicator of indicators) if (!kept.has(indicator.name)) kept.set(indicator.name, indicator);
    this.#sources.set(source, { indicators: kept, updatedAt: new Date() });
    this.#version++;
    return kept.size;
  }

  async removeSource(source: string): Promise<number> {
    const removed = this.#sources.get(source)?.indicators.size ?? 0;
    this.#sources.delete(source);
    this.#version++;
    return removed;
  }

  async sources() {
    return Array.from(this.#sources, ([source, { indicators, updatedAt }]) => ({
      source,
      count: indicators.size,
      updatedAt,
    }));
  }

  async page(source: string, { contains = '', after = '', limit }: IndicatorPage): Promise<Indicator[]> {
    const own = [...(this.#sources.get(source)?.indicators.values() ?? [])];
    return own
      .filter(({ name }) => name > after && name.toLowerCase().includes(contains.toLowerCase()))
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .slice(0, limit);
  }

  async load(take: TakeIndicators): Promise<number> {
    for (const { indicators } of this.#sources.values()) await take([...indicators.values()], new Map());
    return this.#version;
  }

  async version(): Promise<number> {
    return this.#version;
  }
}
