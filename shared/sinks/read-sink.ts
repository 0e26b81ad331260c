import { InvalidInput } from '../errors.ts';
import { type ChosenStreams, needsSecret, type SinkKind } from './define-sink.ts';
import { sinkKind, sinkKinds } from './kinds/index.ts';
import type { PresentationId } from './presentation-ids.ts';

/** A sink description tells of a sink in the words of the API. */
export interface SinkDescription {
  readonly kind: string;
  readonly presentation?: PresentationId | undefined;
  readonly queries?: boolean | undefined;
  readonly threats?: boolean | undefined;
  readonly connections?: boolean | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secret?: string | undefined;
}

/** The shown streams are what a presentation has something to show of. */
export type ShownStreams = Pick<ChosenStreams, 'queries' | 'threats' | 'connections'>;

export interface ReadSink extends ShownStreams {
  readonly kind: string;
  readonly presentation: PresentationId;
  /** As its kind reads it. */
  readonly config: unknown;
}

/** Reads the sink that is meant, of a collector or a sensor. Throws an InvalidInput that names what is wrong. */
export function readSinkDescription(
  described: SinkDescription,
  by: ChosenStreams['by'],
  shownBy: (presentation: PresentationId) => ShownStreams,
): ReadSink {
  const kind = sinkKind(described.kind);
  if (kind === undefined)
    throw new InvalidInput('kind', `must be one of ${sinkKinds.map(({ id }) => id).join(', ')}`);
  const presentation = described.presentation ?? kind.presentations[0]!;
  if (!kind.presentations.includes(presentation))
    throw new InvalidInput('presentation', `must be one of ${kind.presentations.join(', ')} for this kind`);
  const shown = shownBy(presentation);
  // Connections are another form of record: whoever wants them says so.
  const { queries = shown.queries, threats = shown.threats, connections = false } = described;
  for (const stream of ['queries', 'threats', 'connections'] as const)
    if (described[stream] === true && !shown[stream])
      throw new InvalidInput(stream, `${presentation} shows no ${stream}`);
  if (!queries && !threats && !connections)
    throw new InvalidInput('queries', 'queries or threats must be passed on');
  const config = readConfig(kind, described.config);
  const fault = kind.fault?.(config, { presentation, queries, threats, connections, by });
  if (fault !== undefined) throw new InvalidInput('config', fault);
  if (described.secret !== undefined && kind.secret === undefined)
    throw new InvalidInput('secret', 'this kind takes no secret');
  if (described.secret === undefined && needsSecret(kind, config))
    throw new InvalidInput('secret', `must be given: ${kind.secret?.what}`);
  return { kind: kind.id, presentation, queries, threats, connections, config };
}

function readConfig(kind: SinkKind, given: unknown): unknown {
  const { data, error } = kind.config.safeParse(given);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new InvalidInput(['config', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not valid');
}
