/**
 * The known programs are the programs beside this one, which `sonde NAME ...` passes on to, with the facts that
 * completion knows of them.
 */
export const knownPrograms = {
  agent: {
    main: '../../agent/main.ts',
    summary: 'run the capture agent and its commands: run, status, canary, replay and more',
    commands: [
      ...[
        'run',
        'replay',
        'verify',
        'print',
        'convert',
        'record',
        'bench',
        'canary',
        'enrol',
        'status',
        'settings',
        'version',
      ],
    ],
  },
  resolver: {
    main: '../../resolver-plugin/main.ts',
    summary: "the resolver's companion: register, setup, run, status, doctor and more",
    commands: [
      ...[
        'register',
        'setup',
        'run',
        'status',
        'doctor',
        'dnstap',
        'ship',
        'policy',
        'bench',
        'settings',
        'version',
      ],
    ],
  },
  collector: {
    main: '../../collector/cli/main.ts',
    summary: 'run the collector and its commands: serve, config, move and more',
    commands: ['serve', 'config', 'openapi', 'errors', 'move', 'restore', 'bench'],
  },
} as const satisfies Readonly<Record<string, KnownProgram>>;

export type ProgramName = keyof typeof knownPrograms;

interface KnownProgram {
  /** From this folder. An installation may be without some of the programs. */
  readonly main: string;
  readonly summary: string;
  readonly commands: readonly string[];
}

export function isProgram(name: string | undefined): name is ProgramName {
  return name !== undefined && Object.hasOwn(knownPrograms, name);
}
