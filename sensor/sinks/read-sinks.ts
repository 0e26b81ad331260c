import { readFile } from 'node:fs/promises';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { needsSecret } from '@sonde/shared/sinks/define-sink.ts';
import { commonSinkKinds } from '@sonde/shared/sinks/kinds/index.ts';
import { z } from 'zod';
import type { ChosenSink } from './messages.ts';

const mostSinks = 10;

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
        config: z.record(z.string(), z.unknown()).default({}),
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
    throw new ConfigError([`The file of sinks ${path} is no JSON: ${(error as Error).message}.`]);
  }
  const { data, error } = fileSchema.safeParse(given);
  if (data === undefined) throw new ConfigError(error.issues.map((issue) => faultOf(path, [], issue)));
  const names = data.sinks.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ConfigError([`${path}: two sinks have the name ${twice}.`]);
  return await Promise.all(data.sinks.map((sink, index) => readSink(path, index, sink)));
}

type Described = z.infer<typeof fileSchema>['sinks'][number];

async function readSink(path: string, index: number, described: Described): Promise<ChosenSink> {
  const { name, kind: id, config, secret_file: secretFile } = described;
  const place = `sinks.${index}`;
  const kind = commonSinkKinds.find((one) => one.id === id);
  if (kind === undefined) {
    const known = commonSinkKinds.map((one) => one.id).join(', ');
    throw new ConfigError([`${path}: ${place}.kind must be one of ${known}.`]);
  }
  const { data, error } = kind.config.safeParse(config);
  if (error !== undefined)
    throw new ConfigError(error.issues.map((issue) => faultOf(path, [place, 'config'], issue)));
  const fault = kind.fault?.(data, { presentation: 'json', queries: true, threats: false });
  if (fault !== undefined) throw new ConfigError([`${path}: ${place}.config ${fault}.`]);
  if (secretFile === undefined && needsSecret(kind, data))
    throw new ConfigError([`${path}: ${place}.secret_file must name a file with ${kind.secret?.what}.`]);
  if (secretFile === undefined) return { name, kind: id, config: data };
  if (kind.secret === undefined)
    throw new ConfigError([`${path}: ${place}.secret_file: this kind takes no secret.`]);
  const secret = (await readText(secretFile, `secret of the sink ${name}`)).replace(/\r?\n$/, '');
  return { name, kind: id, config: data, secret };
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError([`The ${what}, ${path}, can't be read: ${code}.`]);
  }
}

function faultOf(
  path: string,
  place: readonly string[],
  { path: within, message }: z.core.$ZodIssue,
): string {
  return `${path}: ${[...place, ...within].join('.')} ${message}.`;
}
