import type { Setup, SetupOptions } from './options.ts';

const usualDirectory = '/etc/unbound/unbound.conf.d';

/**
 * Writes the setup for Unbound 1.13 and later. Its dnstap queues need no setting; it signs no transfers, so that
 * loopback has to do. A copy of the zone is written anew at each change, in which time it answers nobody: half a second
 * at 100,000 rules.
 */
export function unboundSetup(options: SetupOptions): Setup {
  const { dnstapSocket, identity, zone, primary, stateDirectory, configDirectory } = options;
  const path = `${configDirectory}/sonde.conf`;
  const copy =
    options.keepCopy === true
      ? `  # Keeps the policy through a restart, also while we are away.\n  zonefile: "${stateDirectory}/${zone}.zone"\n`
      : '';
  return {
    files: [
      {
        path,
        text: `# Written by sonde-resolver setup.
server:
  # Policy zones need respip.
  module-config: "respip validator iterator"
  # Tells how many queries the policy hit.
  extended-statistics: yes

dnstap:
  dnstap-enable: yes
  dnstap-bidirectional: yes
  dnstap-socket-path: "${dnstapSocket}"
  dnstap-identity: "${identity}"
  dnstap-send-identity: yes
  dnstap-send-version: yes
  dnstap-log-client-query-messages: yes
  dnstap-log-client-response-messages: yes

rpz:
  name: "${zone}"
  primary: ${primary.host}@${primary.port}
  allow-notify: ${primary.host}
${copy}  rpz-log: yes
  rpz-log-name: "sonde"
`,
      },
    ],
    steps: [
      `If AppArmor confines the resolver, add to /etc/apparmor.d/local/usr.sbin.unbound: ${dnstapSocket} rw,`,
      'If module-config is set in another file, put respip in front there and remove module-config here.',
      'Restart Unbound once. A reload does not apply dnstap and module-config.',
    ],
    // Where it lies in its usual place, it is looked at together with all the rest.
    check: configDirectory === usualDirectory ? ['unbound-checkconf'] : ['unbound-checkconf', path],
    restart: ['systemctl', 'restart', 'unbound'],
  };
}
