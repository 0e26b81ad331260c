// What can be started, and what each needs. `capture` builds the addon that reads packets: `wanted` goes on without it.
const developer = { capture: 'none', tools: [] };

/**
 * The commands list the requirements of each npm command: `npm test` of single files or of the quick ones needs no
 * less, since any of them may use the tools.
 */
export const commands = {
  sonde: {
    help: 'run the sonde command (./sonde COMMAND)',
    program: 'cli/main.ts',
    needs: ([command, ...args]) => {
      const captures = command === 'agent' || (command === 'start' && !args.includes('--no-agent'));
      return { capture: captures && !wantsHelp(args) ? 'wanted' : 'none', tools: [] };
    },
  },
  start: {
    help: 'run the collector, and an agent if it has the right to capture (npm start)',
    program: 'cli/main.ts',
    args: ['start'],
    needs: (args) => commands.sonde.needs(['start', ...args]),
  },
  demo: {
    help: 'run a demonstration in a closed network with real servers and clients (npm run demo)',
    program: 'scripts/demo/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: ['demo'] }),
  },
  package: {
    help: 'build packages of the agent, the resolver module and the collector (npm run package)',
    program: 'scripts/package/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: [] }),
  },
  test: {
    help: 'run all checks and tests (npm test -- [--unit] [FILE...])',
    program: 'scripts/test/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: ['demo', 'test'] }),
  },
  screenshots: {
    help: 'take screenshots of every page of the dashboard (npm run screenshots -- [DIRECTORY])',
    program: 'scripts/screenshots/main.ts',
    needs: () => developer,
  },
  'measure-dashboard': {
    help: 'measure the dashboard in a browser (npm run measure-dashboard -- WHAT)',
    program: 'scripts/measure-dashboard/main.ts',
    needs: () => developer,
  },
  run: {
    help: 'run a program of this checkout (scripts/run FILE.ts [ARGUMENT...])',
    needs: () => developer,
  },
  check: {
    help: 'check types, style and house rules (npm run check)',
    program: 'scripts/check/main.ts',
    needs: () => developer,
  },
  format: {
    help: 'format the files in the house style (npm run format)',
    program: 'scripts/format/main.ts',
    needs: () => developer,
  },
};

export function helpText() {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(width)} ${help}`);
  return `usage: node scripts/launch.mjs COMMAND [ARGUMENT...]\n\n${lines.join('\n')}\n`;
}

function wantsHelp(args) {
  return args.includes('--help') || args.includes('-h');
}
