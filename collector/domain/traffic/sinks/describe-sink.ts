import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName, recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName, responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import { writtenName } from '@sonde/shared/dns/written-name.ts';
import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { needsSecret, type SinkKind } from '@sonde/shared/sinks/define-sink.ts';
import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import type { NewSink, SinkFilter } from '../../../ports/sinks/sinks.ts';
import { sinkKind, sinkKinds } from './kinds/index.ts';
import { presentations } from './presentations/index.ts';

/** A described sink is a sink in the words of the API. */
export interface DescribedSink {
  readonly name: string;
  readonly kind: string;
  readonly presentation?: PresentationId | undefined;
  readonly queries?: boolean | undefined;
  readonly threats?: boolean | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  readonly filter: DescribedFilter;
  readonly secret?: string | undefined;
}

export interface DescribedFilter {
  readonly location_ids: readonly number[];
  readonly suffixes: readonly string[];
  readonly query_types: readonly string[];
  readonly response_codes: readonly string[];
  readonly sample: number;
  readonly least_severity: Severity;
}

/** Reads the sink that is meant. Throws an InvalidInput that names what is wrong. */
export function readSink(
  described: DescribedSink,
): Omit<NewSink, 'sealed'> & { readonly secret: string | undefined } {
  const kind = sinkKind(described.kind);
  if (kind === undefined)
    throw new InvalidInput('kind', `must be one of ${sinkKinds.map(({ id }) => id).join(', ')}`);
  const id = described.presentation ?? kind.presentations[0]!;
  if (!kind.presentations.includes(id))
    throw new InvalidInput('presentation', `must be one of ${kind.presentations.join(', ')} for this kind`);
  const { queries: hasQueries, threats: hasThreats } = presentations[id];
  const queries = described.queries ?? hasQueries !== undefined;
  const threats = described.threats ?? hasThreats !== undefined;
  if (queries && hasQueries === undefined) throw new InvalidInput('queries', `${id} shows no queries`);
  if (threats && hasThreats === undefined) throw new InvalidInput('threats', `${id} shows no threats`);
  if (!queries && !threats) throw new InvalidInput('queries', 'queries or threats must be passed on');
  const config = readConfig(kind, described.config);
  const fault = kind.fault?.(config, { presentation: id, queries, threats });
  if (fault !== undefined) throw new InvalidInput('config', fault);
  checkSecret(kind, config, described.secret);
  return {
    name: described.name,
    kind: kind.id,
    presentation: id,
    queries,
    threats,
    config,
    filter: readFilter(described.filter),
    secret: described.secret,
  };
}

function readConfig(kind: SinkKind, given: unknown): NewSink['config'] {
  const { data, error } = kind.config.safeParse(given);
  if (error === undefined) return data as Record<string, Json>;
  const [issue] = error.issues;
  throw new InvalidInput(['config', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not valid');
}

function checkSecret(kind: SinkKind, config: NewSink['config'], given: string | undefined): void {
  if (given !== undefined && kind.secret === undefined)
    throw new InvalidInput('secret', 'this kind takes no secret');
  if (given === undefined && needsSecret(kind, config))
    throw new InvalidInput('secret', `must be given: ${kind.secret?.what}`);
}

function readFilter(filter: DescribedFilter): SinkFilter {
  const all = <Value>(
    field: string,
    list: readonly string[],
    read: (text: string) => Value | undefined,
  ): Value[] =>
    list.map((text, index) => {
      const value = read(text);
      if (value === undefined) throw new InvalidInput(`filter.${field}.${index}`, `"${text}" is not known`);
      return value;
    });
  return {
    locationIds: filter.location_ids,
    suffixes: all('suffixes', filter.suffixes, writtenName),
    queryTypes: all('query_types', filter.query_types, recordTypeNumber),
    responseCodes: all('response_codes', filter.response_codes, (text) =>
      text === 'none' ? noResponseCode : responseCodeNumber(text),
    ),
    sample: filter.sample,
    leastSeverity: filter.least_severity,
  };
}

export function describeFilter(filter: SinkFilter): DescribedFilter {
  return {
    location_ids: filter.locationIds,
    suffixes: filter.suffixes,
    query_types: filter.queryTypes.map(recordTypeName),
    response_codes: filter.responseCodes.map((code) =>
      code === noResponseCode ? 'none' : responseCodeName(code),
    ),
    sample: filter.sample,
    least_severity: filter.leastSeverity,
  };
}
