// What can be started, and what each needs. `capture` builds the addon that reads packets: `wanted` goes on without it.
const developer = { capture: 'none', tools: [] };

/**
 * The commands list the requirements of each npm command: `npm test` of single files or of the quick ones needs no
 * less, since any of them may use the tools.
 */
export const commands = {
  sonde: {
    help: 'the sonde command (./sonde COMMAND)',
    program: 'cli/main.ts',
    needs: ([command, ...args]) => {
      const captures = command === 'agent' || (command === 'start' && !args.includes('--no-agent'));
      return { capture: captures && !wantsHelp(args) ? 'wanted' : 'none', tools: [] };
    },
  },
  start: {
    help: 'the collector and, where it may capture, an agent',
    program: 'cli/main.ts',
    args: ['start'],
    needs: (args) => commands.sonde.needs(['start', ...args]),
  },
  demo: {
    help: 'a closed network with real servers and clients, watched from wire to answer',
    program: 'scripts/demo/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: ['demo'] }),
  },
  package: {
    help: 'agent, resolver module and collector as packages (npm run package)',
    program: 'scripts/package/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: [] }),
  },
  test: {
    help: 'all checks and tests (npm test -- [--unit] [FILE...])',
    program: 'scripts/test/main.ts',
    needs: (args) => (wantsHelp(args) ? developer : { capture: 'required', tools: ['demo', 'test'] }),
  },
  screenshots: {
    help: 'pictures of every page of the dashboard (npm run screenshots -- [DIRECTORY])',
    program: 'scripts/screenshots/main.ts',
    needs: () => developer,
  },
  'measure-dashboard': {
    help: 'figures of the dashboard in a browser (npm run measure-dashboard -- WHAT)',
    program: 'scripts/measure-dashboard/main.ts',
    needs: () => developer,
  },
  run: {
    help: 'a program of this checkout (scripts/run FILE.ts [ARGUMENT...])',
    needs: () => developer,
  },
  check: { help: 'types, style, house rules', program: 'scripts/check/main.ts', needs: () => developer },
  format: { help: 'write the house style', program: 'scripts/format/main.ts', needs: () => developer },
};

export function helpText() {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(width)} ${help}`);
  return `usage: node scripts/launch.mjs COMMAND [ARGUMENT...]\n\n${lines.join('\n')}\n`;
}

function wantsHelp(args) {
  return args.includes('--help') || args.includes('-h');
}
