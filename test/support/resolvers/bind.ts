import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askUdp } from '../dns-client.ts';
import { freePort } from '../free-port.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';
import { until } from '../until.ts';
import { runProgram } from './child.ts';
import type { RunningResolver } from './unbound.ts';

/** A real named on loopback. `options` are lines of its options clause, `more` whole clauses. */
export async function startBind(t: Ending, options: string, more = ''): Promise<RunningResolver> {
  const directory = await temporaryDirectory(t);
  const port = await freePort();
  const path = join(directory, 'named.conf');
  await writeFile(
    join(directory, 'ready.zone'),
    '$TTL 60\n@ SOA localhost. root.localhost. 1 60 60 60 60\n@ NS localhost.\n@ A 192.0.2.1\nother A 192.0.2.2\n',
  );
  await writeFile(
    path,
    `options {
  directory "${directory}";
  listen-on port ${port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  dnssec-validation no;
  recursion yes;
  allow-query { any; };
  allow-query-cache { any; };
  allow-recursion { any; };
${options}
};
controls { };
zone "ready.example" { type primary; file "ready.zone"; };
${more}
`,
  );
  const program = runProgram(t, 'named', ['-g', '-n', '1', '-c', path]);
  await until(async () => {
    if (program.child.exitCode !== null) throw new Error(`named ended: ${program.output()}`);
    return (await askUdp(port, 'ready.example', 'A', 200)) !== undefined;
  });
  return { ...program, port, directory };
}
