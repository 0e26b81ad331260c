import { readFile } from 'node:fs/promises';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';

/** Finds the number of a group of this system, by its name or the number itself. Throws a ConfigError. */
export async function groupId(group: string): Promise<number> {
  if (/^[0-9]{1,9}$/.test(group)) return Number(group);
  const lines = (await readFile('/etc/group', 'utf8')).split('\n').map((line) => line.split(':'));
  const id = Number(lines.find(([name]) => name === group)?.[2] ?? Number.NaN);
  if (!Number.isInteger(id)) throw new ConfigError([`dnstap_group: there is no group ${group}.`]);
  return id;
}
