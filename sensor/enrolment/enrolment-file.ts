import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import { agentKeySchema } from '@sonde/shared/schemas/enrolment.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { base62Digits } from '@sonde/shared/text/base62-digits.ts';
import { z } from 'zod';
import { clientCertificateSchema } from './certificate-request.ts';

/** An enrolment is what a sensor was given for a token: it alone has the key. */
const enrolmentSchema = z.object({
  /** Where it enrolled. */
  collector: z.string().min(1).max(2_048),
  key: agentKeySchema,
  enrolled_at: z.string(),
  /** Missing where the collector gives none. */
  certificate: clientCertificateSchema.optional(),
});
export type Enrolment = z.infer<typeof enrolmentSchema>;

/** The name of the file in the directory that a sensor keeps over restarts. */
export const enrolmentFileName = 'enrolment.json';
const keyFileName = 'enrolment-key';
/** Of base 62, as all keys of locations have. */
const keyDigits = 40;
const longestFile = 256 * 1024;

/** Reads what a sensor was given; undefined if it never enrolled. Throws a ConfigError if the file can't be used. */
export async function readEnrolment(directory: string): Promise<Enrolment | undefined> {
  const path = join(directory, enrolmentFileName);
  let text: string;
  try {
    const { size } = await stat(path);
    text = size > longestFile ? '' : await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ConfigError([`The enrolment in ${path} can't be read: ${code}.`]);
  }
  try {
    return enrolmentSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError([
      `${path} does not contain an enrolment. Remove the file and enrol with a new token.`,
    ]);
  }
}

/** Writes it so that it is there whole or not at all, and for its owner alone; the key for asking has served then. */
export async function writeEnrolment(directory: string, enrolment: Enrolment): Promise<void> {
  await writeDurably(
    join(directory, enrolmentFileName),
    Buffer.from(`${JSON.stringify(enrolment, null, 2)}\n`),
  );
  await forgetKeyForAsking(directory);
}

/**
 * Gives the key that a sensor asks for, the same until it is taken or refused: an answer that was lost, or a sensor that was
 * killed before it came, costs no second use of the token.
 */
export async function keyForAsking(directory: string, random: Random): Promise<string> {
  const path = join(directory, keyFileName);
  const known = agentKeySchema.safeParse((await readFile(path, 'utf8').catch(() => '')).trim());
  if (known.success) return known.data;
  const key = `sonde_loc_${base62Digits(keyDigits, random)}`;
  await writeDurably(path, Buffer.from(`${key}\n`));
  return key;
}

export async function forgetKeyForAsking(directory: string): Promise<void> {
  await rm(join(directory, keyFileName), { force: true });
}
