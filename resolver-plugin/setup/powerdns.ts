import type { Setup, SetupOptions } from './options.ts';

/**
 * Writes the setup for PowerDNS Recursor 4.5 and later. Its dnstap tells of RESOLVER_QUERY and RESOLVER_RESPONSE alone,
 * which is not what clients ask. It looks for a new policy zone by itself, here every second; its packet cache is wiped
 * for what changes.
 */
export function powerDnsSetup(options: SetupOptions): Setup {
  const { dnstapSocket, identity, zone, primary, key, stateDirectory, configDirectory } = options;
  const path = `${configDirectory}/sonde.lua`;
  const copy = `${stateDirectory}/${zone}.rpz`;
  const signed =
    key === undefined
      ? ''
      : `\n  tsigname = "${key.name}", tsigalgo = "${key.algorithm}", tsigsecret = "${key.secret.toString('base64')}",`;
  const host = primary.host.includes(':') ? `[${primary.host}]` : primary.host;
  return {
    files: [
      {
        path,
        text: `-- Written by sonde-resolver setup.
dnstapFrameStreamServer({"${dnstapSocket}"}, {
  logQueries = true, logResponses = true,
  inputQueueSize = 16384, outputQueueSize = 1024, bufferHint = 65536, flushTimeout = 1,
})
rpzPrimary({"${host}:${primary.port}"}, "${zone}", {
  policyName = "sonde", refresh = 1,${signed}
  -- Keeps the policy through a restart.
  seedFile = "${copy}", dumpFile = "${copy}",
})
`,
      },
    ],
    steps: [
      `Set in recursor.conf: lua-config-file=${path}`,
      `Set in recursor.conf: server-id=${identity}`,
      'Restart pdns-recursor.',
    ],
    restart: ['systemctl', 'restart', 'pdns-recursor'],
  };
}
