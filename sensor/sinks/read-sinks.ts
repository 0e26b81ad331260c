import { readFile } from 'node:fs/promises';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { type PresentationId, presentationIds } from '@sonde/shared/sinks/presentation-ids.ts';
import { queryPresentations } from '@sonde/shared/sinks/presentations/index.ts';
import { queryFilterShape, readQueryFilter } from '@sonde/shared/sinks/query-filter.ts';
import { readSinkDescription, type ShownStreams } from '@sonde/shared/sinks/read-sink.ts';
import { z } from 'zod';
import { type ChosenSink, chosenConnections } from './messages.ts';

const mostSinks = 10;
/** What the collector's sinks have, and a sensor can't. */
const noThreats = z
  .never('is available only in the sinks of the collector, because a sensor does not know threats')
  .optional();
const noLocations = z
  .never('is available only in the sinks of the collector, because a sensor does not know its location')
  .optional();

const fileSchema = z.strictObject({
  sinks: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9-]{0,62}$/,
            'must be lower-case letters, digits and hyphens: it names a directory',
          ),
        kind: z.string(),
        presentation: z.enum(presentationIds).optional(),
        queries: z.boolean().optional(),
        connections: z.enum(chosenConnections).optional(),
        threats: noThreats,
        config: z.record(z.string(), z.unknown()).default({}),
        filter: z
          .strictObject({ ...queryFilterShape, location_ids: noLocations, least_severity: noThreats })
          .prefault({}),
        secret_file: z.string().optional(),
      }),
    )
    .max(mostSinks),
});

/** Reads a file of sinks, in JSON: each as the collector's API has it, its secret in a file. Throws a ConfigError. */
export async function readSinks(path: string | undefined): Promise<ChosenSink[]> {
  if (path === undefined) return [];
  const text = await readText(path, 'file of sinks');
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new ConfigError([`The file of sinks ${path} is not valid JSON: ${(error as Error).message}.`]);
  }
  const { data, error } = fileSchema.safeParse(given);
  if (data === undefined)
    throw new ConfigError(
      error.issues.map(({ path: within, message }) => `${path}: ${within.join('.')} ${message}.`),
    );
  const names = data.sinks.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ConfigError([`${path}: two sinks have the name ${twice}.`]);
  return await Promise.all(data.sinks.map((sink, index) => readSink(path, index, sink)));
}

type Described = z.infer<typeof fileSchema>['sinks'][number];

async function readSink(path: string, index: number, described: Described): Promise<ChosenSink> {
  const { name, filter, secret_file: secretFile } = described;
  const secret =
    secretFile === undefined
      ? undefined
      : (await readText(secretFile, `secret of the sink ${name}`)).replace(/\r?\n$/, '');
  try {
    const { connections } = described;
    const { kind, presentation, queries, config } = readSinkDescription(
      { ...described, connections: connections !== undefined, secret },
      'sensor',
      shownBy,
    );
    return {
      name,
      kind,
      presentation,
      queries,
      connections,
      config,
      filter: readQueryFilter(filter),
      secret,
    };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const faults = error.details!.map((detail) => {
      const place = `${path}: sinks.${index}.${detail.path === 'secret' ? 'secret_file' : detail.path}`;
      return `${place} ${detail.message}.`;
    });
    throw new ConfigError(faults);
  }
}

function shownBy(id: PresentationId): ShownStreams {
  const presentation = queryPresentations[id];
  if (presentation === undefined)
    throw new InvalidInput('presentation', `${id} shows only threats, which a sensor does not know`);
  return { queries: true, threats: false, connections: presentation.connections !== undefined };
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError([`The ${what}, ${path}, can't be read: ${code}.`]);
  }
}
