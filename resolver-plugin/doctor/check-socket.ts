import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, odd, well, wrong } from './finding.ts';
import type { ResolverProcess } from './resolver-process.ts';

const write = 0o2;
const enter = 0o1;

interface Owned {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Checks whether each resolver of this machine may write to the dnstap socket, and is let by AppArmor. */
export async function checkSocket(path: string, resolvers: readonly ResolverProcess[]): Promise<Finding[]> {
  const socket = await stat(path).catch(() => undefined);
  if (socket?.isSocket() !== true) {
    const message = socket === undefined ? `${path} does not exist.` : `${path} is not a socket.`;
    return [
      wrong('dnstap socket', message, '"sonde-resolver run" creates the socket. Check that it is running.'),
    ];
  }
  if (resolvers.length === 0) {
    const advice = 'Start the resolver. If the resolver runs in a container, mount the socket there.';
    return [odd('resolver', 'No known resolver is running on this machine.', advice)];
  }
  const findings: Finding[] = [];
  for (const resolver of resolvers) {
    findings.push(await accessFinding(path, socket, resolver));
    const apparmor = await apparmorFinding(path, resolver);
    if (apparmor !== undefined) findings.push(apparmor);
  }
  return findings;
}

async function accessFinding(path: string, socket: Owned, resolver: ResolverProcess): Promise<Finding> {
  const check = `dnstap socket for ${resolver.program}`;
  if (!may(socket, resolver, write)) {
    const mode = (socket.mode & 0o777).toString(8);
    const message = `${resolver.program} (user ${resolver.userId}, groups ${resolver.groupIds.join(' ')}) cannot write to ${path} (group ${socket.gid}, mode ${mode}).`;
    return wrong(check, message, 'Set dnstap_group to the group that the resolver runs as.');
  }
  for (let directory = dirname(path); directory !== '/'; directory = dirname(directory)) {
    const found = await stat(directory);
    if (may(found, resolver, enter)) continue;
    const message = `${resolver.program} cannot enter ${directory}.`;
    return wrong(check, message, `Give it permission, for example: chmod o+x ${directory}`);
  }
  return well(check, `${resolver.program} can write to ${path}.`);
}

function may({ mode, uid, gid }: Owned, { userId, groupIds }: ResolverProcess, bit: number): boolean {
  if (userId === 0) return true;
  if (uid === userId) return ((mode >> 6) & bit) !== 0;
  if (groupIds.includes(gid)) return ((mode >> 3) & bit) !== 0;
  return (mode & bit) !== 0;
}

/** A profile that is enforced and does not name the socket; undefined if there is none. */
async function apparmorFinding(
  path: string,
  { pid, program }: ResolverProcess,
): Promise<Finding | undefined> {
  const label = await readFile(`/proc/${pid}/attr/current`, 'utf8').catch(() => '');
  if (!label.includes('(enforce)')) return undefined;
  const file = `/etc/apparmor.d/local/usr.sbin.${program}`;
  const local = await readFile(file, 'utf8').catch(() => '');
  if (local.includes(path) || local.includes(dirname(path))) {
    return well(`AppArmor for ${program}`, `${file} contains the socket.`);
  }
  const advice = `Add "${path} rw," to ${file}. Then run: apparmor_parser -r /etc/apparmor.d/usr.sbin.${program}`;
  return wrong(
    `AppArmor for ${program}`,
    `The AppArmor profile is enforced, and ${file} does not contain ${path}.`,
    advice,
  );
}
