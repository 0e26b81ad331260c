import type { Setup, SetupOptions } from './options.ts';

/** Returns the file that knot-resolver reads the policy from. */
export function knotPolicyPath({ stateDirectory, zone }: SetupOptions): string {
  return `${stateDirectory}/${zone}.rpz`;
}

/**
 * Writes the setup for knot-resolver 5. It takes policies from a file that it watches, by name only: rules about client
 * networks and response addresses, and redirections to another name, it cannot enforce. It has no checker of its own.
 */
export function knotSetup(options: SetupOptions): Setup {
  const { dnstapSocket, identity, configDirectory } = options;
  const path = `${configDirectory}/sonde.conf`;
  return {
    files: [
      {
        path,
        text: `-- Written by sonde-resolver setup.
modules.load('dnstap')
dnstap.config({
  socket_path = '${dnstapSocket}',
  identity = '${identity}',
  client = { log_queries = true, log_responses = true, log_tcp_rtt = true },
})
policy.add(policy.rpz(policy.DENY, '${knotPolicyPath(options)}', true))
`,
      },
    ],
    steps: [
      `Add at the end of kresd.conf: dofile('${path}')`,
      'Install lua-cqueues, which kresd needs to watch the policy file.',
      'Start sonde-resolver before kresd. The policy file and the socket must exist when kresd starts.',
      'Restart kresd.',
    ],
    restart: ['systemctl', 'restart', 'kresd@1'],
  };
}
