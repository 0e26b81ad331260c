import { readdir, readFile } from 'node:fs/promises';

/** The programs of the resolvers that we can be beside. */
const programs: Readonly<Record<string, string>> = {
  unbound: 'unbound',
  named: 'bind',
  kresd: 'knot',
  pdns_recursor: 'pdns',
  dnsdist: 'dnsdist',
};

export interface ResolverProcess {
  readonly pid: number;
  readonly program: string;
  readonly userId: number;
  readonly groupIds: readonly number[];
}

/** Finds the resolvers that run on this machine, as far as the system shows them to us. */
export async function resolverProcesses(): Promise<ResolverProcess[]> {
  const found: ResolverProcess[] = [];
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^[0-9]+$/.test(entry)) continue;
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => undefined);
    const program = /^Name:\t(.*)$/m.exec(status ?? '')?.[1];
    if (status === undefined || program === undefined || !Object.hasOwn(programs, program)) continue;
    // Real, effective, saved and file system ids.
    const ids = (name: string) =>
      (new RegExp(`^${name}:\\t(.*)$`, 'm').exec(status)?.[1] ?? '').trim().split(/\s+/).map(Number);
    found.push({
      pid: Number(entry),
      program,
      userId: ids('Uid')[1] ?? 0,
      groupIds: [...new Set([...ids('Gid').slice(1, 2), ...ids('Groups')])].filter(Number.isInteger),
    });
  }
  return found;
}
