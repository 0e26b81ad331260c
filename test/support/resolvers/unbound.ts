import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askUdp } from '../dns-client.ts';
import { freePort } from '../free-port.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';
import { until } from '../until.ts';
import { type RunningProgram, runProgram } from './child.ts';

export interface RunningResolver extends RunningProgram {
  readonly port: number;
  readonly directory: string;
}

/** A real Unbound on loopback. `server` are lines of its server clause, `more` whole clauses. */
export async function startUnbound(
  t: Ending,
  server: string,
  more = '',
  modules = 'respip iterator',
): Promise<RunningResolver> {
  const directory = await temporaryDirectory(t);
  const port = await freePort();
  const path = join(directory, 'unbound.conf');
  await writeFile(
    path,
    `server:
  interface: 127.0.0.1
  port: ${port}
  directory: "${directory}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  logfile: ""
  do-daemonize: no
  num-threads: 1
  do-not-query-localhost: no
  module-config: "${modules}"
  local-zone: "ready.example." static
  local-data: "ready.example. A 192.0.2.1"
${server}
${more}
`,
  );
  const program = runProgram(t, 'unbound', ['-d', '-p', '-c', path]);
  await until(async () => {
    if (program.child.exitCode !== null) throw new Error(`unbound ended: ${program.output()}`);
    return (await askUdp(port, 'ready.example', 'A', 200)) !== undefined;
  });
  return { ...program, port, directory };
}
