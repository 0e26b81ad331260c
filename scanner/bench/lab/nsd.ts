import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerProcess, startServer } from './server-process.ts';

/** A served zone is a zone file that an authoritative server reads. */
export interface ServedZone {
  /** Without the final dot; the root is the empty name. */
  readonly name: string;
  readonly file: string;
  /** Whether anybody may have the whole zone. */
  readonly transferable?: boolean;
}

/** Starts an authoritative server for these zones at these addresses. */
export async function startNsd(
  directory: string,
  addresses: readonly string[],
  port: number,
  zones: readonly ServedZone[],
): Promise<ServerProcess> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'nsd.conf');
  const lines = [
    'server:',
    ...addresses.map((address) => `  ip-address: ${address}@${port}`),
    '  server-count: 1',
    '  username: ""',
    '  chroot: ""',
    `  zonesdir: "${directory}"`,
    '  database: ""',
    '  zonelistfile: ""',
    `  xfrdfile: "${join(directory, 'xfrd.state')}"`,
    `  xfrdir: "${directory}"`,
    `  pidfile: "${join(directory, 'nsd.pid')}"`,
    '  verbosity: 1',
    '  rrl-ratelimit: 0',
    'remote-control:',
    '  control-enable: no',
    ...zones.flatMap((zone) => [
      'zone:',
      `  name: "${zone.name}."`,
      `  zonefile: "${zone.file}"`,
      ...(zone.transferable === true ? ['  provide-xfr: 0.0.0.0/0 NOKEY'] : []),
    ]),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return startServer('nsd', ['-d', '-c', file], {
    server: addresses[0]!,
    port,
    name: zones[0]!.name,
  });
}
