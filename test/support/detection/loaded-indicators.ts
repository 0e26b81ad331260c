import type { Indicator, IndicatorStore, SourceAbout } from '../../../collector/ports/threats/indicators.ts';

/** Indicators that a store hands over at once, as PostgreSQL's does. */
const stretch = 2_000;

/** All indicators of a store at once, with their version. */
export async function allIndicators(
  store: Pick<IndicatorStore, 'load'>,
): Promise<{ version: number; indicators: Indicator[] }> {
  const indicators: Indicator[] = [];
  const version = await store.load(async (some) => {
    indicators.push(...some);
  });
  return { version, indicators };
}

/** The names of all indicators of a store. */
export async function indicatorNames(store: Pick<IndicatorStore, 'load'>): Promise<string[]> {
  return (await allIndicators(store)).indicators.map(({ name }) => name);
}

/** A store that has these indicators to load, and nothing else. */
export function indicatorsToLoad(
  indicators: readonly Indicator[],
  about: ReadonlyMap<string, SourceAbout> = new Map(),
): Pick<IndicatorStore, 'load' | 'version'> {
  return {
    version: async () => 1,
    load: async (take) => {
      for (let from = 0; from < indicators.length; from += stretch)
        await take(indicators.slice(from, from + stretch), about);
      return 1;
    },
  };
}
