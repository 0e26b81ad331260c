import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolverModuleSchema } from '@sonde/shared/schemas/resolver-module.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { z } from 'zod';
import type { Settings } from './settings.ts';

/**
 * The registration schema describes the needed part of the collector's answer to the registration: the answer is kept
 * as it came.
 */
export const registrationSchema = z.object({
  resolver_id: z.int(),
  api_keys: z.partialRecord(resolverModuleSchema, z.string().min(16).max(256)),
  /** That single queries are shipped under; a collector of before there was one answers none. */
  location_key: z.string().min(16).max(256).nullish(),
});
export type Registration = z.output<typeof registrationSchema>;

export function registrationPath({ registration, state }: Pick<Settings, 'registration' | 'state'>): string {
  return registration ?? join(state, 'registration.json');
}

/** Throws a ConfigError that says how to come by one. */
export async function readRegistration(path: string): Promise<Registration> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new ConfigError([`There is no registration at ${path}. Run "sonde-resolver register" first.`]);
  }
  const registration = parseRegistration(text);
  if (registration === undefined)
    throw new ConfigError([`${path} does not contain a registration from the collector.`]);
  return registration;
}

/** Reads what the collector answered to a registration; undefined if it is something else. */
export function parseRegistration(text: string): Registration | undefined {
  try {
    return registrationSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
