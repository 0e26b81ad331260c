import type { Setup, SetupOptions } from './options.ts';

/** Writes the setup for dnsdist 1.5 and later: it reports its traffic; policies belong into the resolvers behind it. */
export function dnsdistSetup(options: SetupOptions): Setup {
  const { dnstapSocket, identity, configDirectory } = options;
  const path = `${configDirectory}/sonde.conf`;
  return {
    files: [
      {
        path,
        text: `-- Written by sonde-resolver setup.
local sonde = newFrameStreamUnixLogger("${dnstapSocket}", {
  inputQueueSize = 16384, outputQueueSize = 1024, bufferHint = 65536, flushTimeout = 1,
})
addAction(AllRule(), DnstapLogAction("${identity}", sonde))
addResponseAction(AllRule(), DnstapLogResponseAction("${identity}", sonde))
addCacheHitResponseAction(AllRule(), DnstapLogResponseAction("${identity}", sonde))
addSelfAnsweredResponseAction(AllRule(), DnstapLogResponseAction("${identity}", sonde))
`,
      },
    ],
    steps: [`Add to dnsdist.conf, before rules that answer or drop: dofile("${path}")`, 'Restart dnsdist.'],
    check: ['dnsdist', '--check-config', '--config', path],
    restart: ['systemctl', 'restart', 'dnsdist'],
  };
}
