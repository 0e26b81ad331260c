import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolPath } from '../../../scanner/bench/lab/run-tool.ts';
import { furtherSamples } from './further-samples.ts';
import { type SampledServer, samples } from './samples.ts';

/** A checker is the program by which a server judges a configuration without starting. */
export interface Checker {
  readonly serverType: SampledServer | keyof typeof furtherSamples;
  readonly samples: readonly string[];
  readonly program: string;
  /** The name that the file has to have. */
  readonly file: string;
  readonly args: readonly string[];
  /** Of the program: options that came later are none to it. */
  readonly version?: string;
  /** What is in the configurations of this program, where a server has several. */
  readonly section?: string;
  /** Whether the program takes a text, by what it says and how it ends. */
  accepts(code: number, said: string): boolean;
}

const endsWell = (code: number) => code === 0;

export const checkers: readonly Checker[] = [
  {
    serverType: 'bind',
    samples: samples['bind'],
    program: 'named-checkconf',
    file: 'c',
    args: ['c'],
    accepts: endsWell,
  },
  {
    serverType: 'unbound',
    samples: samples['unbound'],
    program: 'unbound-checkconf',
    version: '1.17',
    file: 'c',
    args: ['c'],
    accepts: endsWell,
  },
  {
    serverType: 'nsd',
    samples: samples['nsd'],
    program: 'nsd-checkconf',
    version: '4.6',
    file: 'c',
    args: ['c'],
    accepts: endsWell,
  },
  {
    serverType: 'knot',
    samples: samples['knot'],
    program: 'knotc',
    version: '3.2',
    file: 'c',
    args: ['-c', 'c', 'conf-check'],
    accepts: endsWell,
  },
  {
    serverType: 'dnsmasq',
    samples: samples['dnsmasq'],
    program: 'dnsmasq',
    file: 'c',
    args: ['--test', '-C', 'c'],
    accepts: endsWell,
  },
  {
    serverType: 'powerdns',
    samples: samples['powerdns'],
    program: 'pdns_server',
    version: '4.7',
    file: 'pdns.conf',
    args: ['--config-dir=.', '--config=check'],
    accepts: endsWell,
  },
  {
    serverType: 'pdns-recursor',
    samples: samples['pdns-recursor'],
    program: 'pdns_recursor',
    version: '4.8',
    file: 'recursor.conf',
    args: ['--config-dir=.', '--config=check'],
    accepts: endsWell,
  },
];

/**
 * The further checkers are asked by the measurement alone, where they are installed: `corefile-check FILE` is a program of our own making
 * that runs the directives of a Corefile as CoreDNS does (`caddy.ValidateAndExecuteDirectives`), since CoreDNS has no checker.
 */
export const furtherCheckers: readonly Checker[] = [
  {
    serverType: 'coredns',
    samples: furtherSamples.coredns,
    program: 'corefile-check',
    file: 'c',
    args: ['c'],
    accepts: endsWell,
  },
  {
    serverType: 'dnsdist',
    samples: furtherSamples.dnsdist,
    program: 'dnsdist',
    file: 'c',
    args: ['--check-config', '-C', 'c'],
    accepts: endsWell,
  },
  {
    serverType: 'kea',
    samples: furtherSamples.kea.slice(0, 1),
    program: 'kea-dhcp-ddns',
    section: 'DhcpDdns',
    file: 'c',
    args: ['-t', 'c'],
    accepts: endsWell,
  },
  {
    serverType: 'kea',
    samples: furtherSamples.kea.slice(1),
    program: 'kea-ctrl-agent',
    section: 'Control-agent',
    file: 'c',
    args: ['-t', 'c'],
    accepts: endsWell,
  },
];

/** Tells whether a program is on this machine. */
export function isInstalled(program: string): boolean {
  return toolPath.split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Asks a checker about a text in a folder of its own, and returns what it says beside its verdict. */
export function ask(
  { program, file, args, accepts }: Checker,
  text: string,
  directory: string,
): Promise<{ readonly accepted: boolean; readonly said: string }> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, file), text);
  const options = { cwd: directory, env: { ...process.env, PATH: toolPath }, timeout: 20_000 };
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`.trim();
      resolve({ accepted: accepts(error === null ? 0 : Number(error.code ?? 1), said), said });
    });
  });
}
