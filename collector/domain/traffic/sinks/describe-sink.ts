import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import {
  type DescribedQueryFilter,
  describeQueryFilter,
  readQueryFilter,
} from '@sonde/shared/sinks/query-filter.ts';
import { readSinkDescription, type SinkDescription } from '@sonde/shared/sinks/read-sink.ts';
import type { NewSink, SinkFilter } from '../../../ports/sinks/sinks.ts';
import { presentations } from './presentations/index.ts';

/** A described sink is a sink in the words of the API. */
export interface DescribedSink extends SinkDescription {
  readonly name: string;
  readonly filter: DescribedFilter;
}

export interface DescribedFilter extends DescribedQueryFilter {
  readonly location_ids: readonly number[];
  readonly least_severity: Severity;
}

/** Reads the sink that is meant. Throws an InvalidInput that names what is wrong. */
export function readSink(
  described: DescribedSink,
): Omit<NewSink, 'sealed'> & { readonly secret: string | undefined } {
  const { name, filter, secret } = described;
  const {
    config,
    connections: _,
    ...sink
  } = readSinkDescription(described, 'collector', (id) => ({
    queries: presentations[id].queries !== undefined,
    threats: presentations[id].threats !== undefined,
    connections: false,
  }));
  return {
    ...sink,
    name,
    config: config as Record<string, Json>,
    filter: {
      ...readQueryFilter(filter),
      locationIds: filter.location_ids,
      leastSeverity: filter.least_severity,
    },
    secret,
  };
}

export function describeFilter(filter: SinkFilter): DescribedFilter {
  return {
    location_ids: filter.locationIds,
    ...describeQueryFilter(filter),
    least_severity: filter.leastSeverity,
  };
}
