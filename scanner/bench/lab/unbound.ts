import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isIpv6, type LabPlan, topLevelName } from './plan.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Starts the validating resolver that the clients ask. `extra` are lines for its `server:` section. */
export async function startUnbound(
  directory: string,
  plan: LabPlan,
  rootKey: string,
  extra: readonly string[] = [],
): Promise<ServerProcess> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'unbound.conf');
  const lines = [
    'server:',
    ...plan.resolver.map((address) => `  interface: ${address}@${plan.port}`),
    ...plan.resolverUpstream.map((address) => `  outgoing-interface: ${address}`),
    `  do-ip6: ${plan.resolver.some(isIpv6) ? 'yes' : 'no'}`,
    '  access-control: 0.0.0.0/0 allow',
    '  access-control: ::0/0 allow',
    '  do-daemonize: no',
    '  do-not-query-localhost: no',
    '  chroot: ""',
    '  username: ""',
    '  pidfile: ""',
    `  directory: "${directory}"`,
    '  use-syslog: no',
    '  num-threads: 1',
    '  module-config: "validator iterator"',
    '  ede: yes',
    // The whole answer or none: a full one is what makes the client come again over TCP.
    '  minimal-responses: yes',
    ...extra.map((line) => `  ${line}`),
    `  trust-anchor: "${rootKey.replace(/;.*$/, '').replaceAll(/\s+/g, ' ').trim()}"`,
    ...(plan.kind === 'namespace' ? rootHints(directory, plan) : []),
    'remote-control:',
    '  control-enable: no',
    ...(plan.kind === 'loopback' ? stubs(plan) : []),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return startServer('unbound', ['-d', '-p', '-c', file], {
    server: plan.resolver[0]!,
    port: plan.port,
    name: '',
  });
}

function rootHints(directory: string, plan: LabPlan): string[] {
  const path = join(directory, 'root.hints');
  const glue = plan.root.map((address) => `ns. 3600 IN ${isIpv6(address) ? 'AAAA' : 'A'} ${address}\n`);
  writeFileSync(path, `. 3600 IN NS ns.\n${glue.join('')}`);
  return [`  root-hints: "${path}"`];
}

// Hints cannot name a port, and delegations neither: where the ports are not 53, every zone is told by hand.
function stubs(plan: LabPlan): string[] {
  const zones: [string, readonly string[]][] = [
    ['.', plan.root],
    [`${topLevelName}.`, plan.topLevel],
    ...['shop', 'plain', 'broken', 'malware-control'].map((name): [string, readonly string[]] => [
      `${name}.${topLevelName}.`,
      plan.leaves,
    ]),
  ];
  return zones.flatMap(([name, servers]) => [
    'stub-zone:',
    `  name: "${name}"`,
    ...servers.map((server) => `  stub-addr: ${server}@${plan.port}`),
  ]);
}
