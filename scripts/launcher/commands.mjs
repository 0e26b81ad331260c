// What can be started, and what each needs. `capture` builds the addon that reads packets: `wanted` goes on without it.
const developer = { capture: 'none', tools: [] };

/** `npm test` of single files or of the quick ones needs no less: any of them may use the tools. */
export const commands = {
  start: {
    help: 'the collector and, where it may capture, an agent',
    program: 'scripts/start/main.ts',
    needs: (args) => ({
      capture: wantsHelp(args) || args.includes('--no-agent') ? 'none' : 'wanted',
      tools: [],
    }),
  },
  demo: {
    help: 'a closed network with real servers and clients, watched from wire to answer',
    program: 'scripts/demo/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: ['demo'] }),
  },
  agent: {
    help: 'the capture agent (npm run agent -- COMMAND)',
    program: 'agent/main.ts',
    needs: (args) => ({ capture: wantsHelp(args) ? 'none' : 'wanted', tools: [] }),
  },
  resolver: {
    help: "the resolver's companion (npm run resolver -- COMMAND)",
    program: 'resolver-plugin/main.ts',
    needs: () => developer,
  },
  collector: {
    help: 'the collector (npm run collector -- COMMAND)',
    program: 'collector/cli/main.ts',
    needs: () => developer,
  },
  scan: {
    help: 'scan a domain from here (npm run scan -- DOMAIN)',
    program: 'collector/cli/main.ts',
    args: ['scan'],
    needs: () => developer,
  },
  package: {
    help: 'the capture agent as a single executable and a Debian package (npm run package)',
    program: 'scripts/package/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: [] }),
  },
  test: {
    help: 'all checks and tests (npm test -- [--unit] [FILE...])',
    program: 'scripts/test/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: ['demo', 'test'] }),
  },
  check: { help: 'types, style, house rules', program: 'scripts/check/main.ts', needs: () => developer },
  format: { help: 'write the house style', program: 'scripts/format/main.ts', needs: () => developer },
};

export function helpText() {
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(10)} ${help}`);
  return `usage: node scripts/launch.mjs COMMAND [ARGUMENT...]\n\n${lines.join('\n')}\n`;
}

function wantsHelp(args) {
  return args.includes('--help') || args.includes('-h');
}
