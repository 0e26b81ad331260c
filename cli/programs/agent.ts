import { type Program, type ProgramOptions, startProgram } from './program.ts';

/** The agent ends with this code if it may not capture. */
export const notPermitted = 77;

export interface AgentOptions extends ProgramOptions {
  /** `http://...` or `unix:/path`. */
  readonly collector: string;
  readonly keyFile: string;
  readonly state: string;
  readonly interfaces?: readonly string[];
  readonly filter?: string;
  readonly ports?: readonly number[];
}

export function startAgent(options: AgentOptions): Program {
  const { interfaces = [], filter, ports = [] } = options;
  return startProgram(
    'agent/main.ts',
    [
      'run',
      ...['--collector', options.collector, '--key-file', options.keyFile, '--state', options.state],
      ...interfaces.flatMap((name) => ['--interface', name]),
      ...ports.flatMap((port) => ['--port', String(port)]),
      ...(filter === undefined ? [] : ['--filter', filter]),
    ],
    options,
  );
}
