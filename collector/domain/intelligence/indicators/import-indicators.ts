import { InvalidInput } from '@sonde/shared/errors.ts';
import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import type { Indicator, IndicatorStore } from '../../../ports/threats/indicators.ts';
import { indicatorName } from './indicator-name.ts';
import { type ListFormat, readList } from './read-list.ts';

/** Rejected entries that are told one by one. */
const mostReported = 100;

export interface ImportResult {
  /** Indicators that the source has now. */
  readonly count: number;
  readonly rejected: number;
  readonly errors: readonly { readonly position: number; readonly message: string }[];
}

/**
 * Makes a list the whole of what a source says. Entries that are no domain names are left out and reported; a list with
 * no good entry among bad ones is refused, since it is most likely not a list of names at all. An empty list is taken. Of
 * two entries with one name the worse counts.
 */
export async function importIndicators(
  list: {
    source: string;
    format: ListFormat;
    bytes: Uint8Array;
    defaults: { threatType: string; severity: Severity; description: string | null };
  },
  ports: { readonly indicators: Pick<IndicatorStore, 'replaceSource'> },
): Promise<ImportResult> {
  const { source, defaults } = list;
  const byName = new Map<string, Indicator>();
  const errors: { position: number; message: string }[] = [];
  let rejected = 0;
  for await (const entry of readList(list.format, list.bytes)) {
    const name = indicatorName(entry.name);
    if (name === undefined) {
      rejected++;
      if (errors.length < mostReported)
        errors.push({ position: entry.position, message: 'is no domain name' });
      continue;
    }
    const severity = entry.severity ?? defaults.severity;
    const before = byName.get(name);
    if (before !== undefined && severities.indexOf(before.severity) >= severities.indexOf(severity)) continue;
    byName.set(name, {
      name,
      source,
      threatType: entry.threatType ?? defaults.threatType,
      severity,
      description: entry.description ?? defaults.description,
    });
  }
  if (byName.size === 0 && rejected > 0) throw new InvalidInput('', 'No entry of the list is a domain name.');
  return { count: await ports.indicators.replaceSource(source, byName.values()), rejected, errors };
}
