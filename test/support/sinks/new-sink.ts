import type { NewSink } from '../../../collector/ports/sinks/sinks.ts';
import { sinkKind } from '../../../shared/sinks/kinds/index.ts';

export const allOfIt = {
  locationIds: [],
  suffixes: [],
  queryTypes: [],
  responseCodes: [],
  sample: 1,
  leastSeverity: 'info',
} as const;

export function newSink(change: Partial<NewSink> = {}): NewSink {
  const kind = change.kind ?? 'http';
  const config = sinkKind(kind)!.config.parse(
    change.config ?? { url: 'http://receiver.example' },
  ) as NewSink['config'];
  const what = {
    name: 'receiver',
    presentation: 'json',
    queries: true,
    threats: false,
    filter: allOfIt,
    sealed: null,
  };
  return { ...what, ...change, kind, config };
}
