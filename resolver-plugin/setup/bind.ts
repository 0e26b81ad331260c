import type { Setup, SetupOptions } from './options.ts';

/**
 * Writes the setup for BIND 9.16 and later. With its own queue sizes dnstap loses messages from some thousands a second
 * on, and with its own update interval a new rule waits for up to a minute.
 */
export function bindSetup(options: SetupOptions): Setup {
  const { dnstapSocket, identity, zone, primary, key, stateDirectory, configDirectory } = options;
  const optionsPath = `${configDirectory}/sonde-options.conf`;
  const zonePath = `${configDirectory}/sonde-zone.conf`;
  const secret =
    key === undefined
      ? ''
      : `key "${key.name}" { algorithm ${key.algorithm}; secret "${key.secret.toString('base64')}"; };\n`;
  const withKey = key === undefined ? '' : ` key "${key.name}"`;
  return {
    files: [
      {
        path: optionsPath,
        text: `// Written by sonde-resolver setup. To be included within options { }.
dnstap { client; };
dnstap-output unix "${dnstapSocket}";
dnstap-identity "${identity}";
fstrm-set-input-queue-size 16384;
fstrm-set-output-queue-size 1024;
fstrm-set-buffer-hint 65536;
fstrm-set-flush-timeout 1;
response-policy {
  zone "${zone}" min-update-interval 0 add-soa no;
} break-dnssec yes qname-wait-recurse no;
`,
      },
      {
        path: zonePath,
        text: `// Written by sonde-resolver setup. To be included outside of any clause.
statistics-channels { inet 127.0.0.1 port 8053 allow { 127.0.0.1; }; };
${secret}zone "${zone}" {
  type secondary;
  primaries { ${primary.host} port ${primary.port}${withKey}; };
  // Keeps the policy through a restart.
  file "${stateDirectory}/${zone}.zone";
  allow-query { none; };
  allow-transfer { none; };
  notify no;
};
`,
      },
    ],
    steps: [
      `If AppArmor confines the resolver, add to /etc/apparmor.d/local/usr.sbin.named: ${dnstapSocket} rw,`,
      `Add to the options clause of named.conf: include "${optionsPath}";`,
      `Add at the end of named.conf: include "${zonePath}";`,
      'Restart named once. A reload does not apply dnstap.',
    ],
    check: ['named-checkconf'],
    restart: ['systemctl', 'restart', 'named'],
  };
}
