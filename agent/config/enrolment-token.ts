import { readFile } from 'node:fs/promises';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import type { Config } from './settings.ts';

/** Reads the token for enrolment, from the setting itself or out of its file; undefined if there is none. Throws a ConfigError. */
export async function enrolmentToken(
  config: Pick<Config, 'enrolment_token' | 'enrolment_token_file'>,
): Promise<string | undefined> {
  const { enrolment_token: token, enrolment_token_file: path } = config;
  if (token !== undefined) return checkedToken(token, 'The enrolment token');
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError([`The file of the enrolment token ${path} can't be read: ${code}.`]);
  }
  return checkedToken(text, `The enrolment token in ${path}`);
}

/** Checks the form of a token, so that a wrong file is not sent to anybody. */
export function checkedToken(text: string, what: string): string {
  const token = text.trim();
  if (/^sonde_enr_[0-9A-Za-z]{8,100}$/.test(token)) return token;
  throw new ConfigError([`${what} is not valid: a token is sonde_enr_ followed by letters and digits.`]);
}
