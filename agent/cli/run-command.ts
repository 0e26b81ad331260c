import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { addSettingOptions, givenSettings } from '@sonde/shared/settings/setting-options.ts';
import { Command } from 'commander';
import type { CaptureSource } from '../capture/capture-source.ts';
import { ShiftedSource } from '../capture/shifted-source.ts';
import {
  type Config,
  type LoadedConfig,
  loadConfig,
  type SettingName,
  settingNames,
  settings,
} from '../config/settings.ts';
import type { Agent } from '../run/agent.ts';
import { stateDirectoryPath } from '../run/state-directory.ts';
import type { StatusReport } from '../status/status-report.ts';
import { checkConfig } from './check-config.ts';
import type { CommandParts } from './command-parts.ts';
import { enrolAtStart } from './enrol-at-start.ts';
import { exitCodes } from './exit-codes.ts';
import { createLog } from './logger.ts';
import {
  allWarnings,
  followedLogs,
  lastingInterfaces,
  prepareDestination,
  prepareInterfaces,
} from './prepare.ts';
import { type Inputs, runAgent } from './run-agent.ts';

/** Creates the command `run`: it captures until it is stopped, or reads one file. */
export function runCommand(parts: CommandParts): Command {
  const command = new Command('run')
    .description(
      'capture on interfaces or read a capture file, and ship the queries to the collector (the default command)',
    )
    .option('--read <FILE>', 'read a capture file instead of capturing; - reads standard input')
    .option('--check', 'print the settings in force and every fault in them, then exit')
    .option('--json', 'with --check: print JSON');
  addAgentOptions(command);
  return command.action(
    async (options: { read?: string; check?: boolean; json?: boolean; config?: string }) => {
      const load = (): Promise<LoadedConfig> => loadFor(command, options.config);
      const loaded = await load();
      if (options.check === true) {
        process.exitCode = await checkConfig(loaded, options.read, parts, options.json === true);
        return;
      }
      const input = options.read === undefined ? undefined : { file: options.read, speed: 'max' as const };
      await runWith(loaded, input, parts, load);
    },
  );
}

/** Adds the flags of the settings to a command, and one for the settings file. */
export function addAgentOptions(command: Command, without: readonly SettingName[] = []): void {
  command.option(
    '--config <FILE>',
    'settings file in JSON (default: /etc/sonde/agent.json if that file exists)',
  );
  addSettingOptions(
    command,
    settings,
    settingNames.filter((name) => !without.includes(name)),
  );
}

export async function loadFor(command: Command, file: string | undefined): Promise<LoadedConfig> {
  return loadConfig({ file, env: process.env, flags: givenSettings(command, settings) });
}

export interface FileInput {
  readonly file: string;
  readonly speed: 'wire' | 'max';
  /** Whether the packets are given times that end now, or begin now at the pace of the wire. */
  readonly isShifted?: boolean;
}

export async function runWith(
  given: LoadedConfig,
  input: FileInput | undefined,
  parts: CommandParts,
  reload: () => Promise<LoadedConfig>,
): Promise<void> {
  const forInput = (own: LoadedConfig): LoadedConfig => (input === undefined ? own : withoutCollector(own));
  const loaded = forInput(given);
  const { config } = loaded;
  const log = createLog(config.log_level);
  await enrolAtStart(config, log);
  const { destination, warnings } = await prepareDestination(config);
  for (const warning of allWarnings(loaded, warnings)) log.warn(warning);
  const interfaces = input === undefined ? await prepareInterfaces(config) : [];
  let agent: Agent | undefined;
  const room = async (): Promise<void> => agent?.room();
  const openInputs = (inForce: Config): Inputs => {
    if (input !== undefined) return { sources: [openInput(input, parts, room)], live: undefined };
    const captures = lastingInterfaces(interfaces, inForce, parts, log);
    return { ...captures, sources: [...captures.sources, ...followedLogs(inForce, parts, room)] };
  };
  const doing = [
    ...(interfaces.length > 0
      ? [`Capturing on ${interfaces.join(', ')} (ports ${config.ports.join(', ')})`]
      : []),
    ...(input === undefined ? [] : [`Reading ${input.file} (ports ${config.ports.join(', ')})`]),
    ...(input === undefined && config.logs.length > 0 ? [`Following ${config.logs.join(', ')}`] : []),
  ];
  await runAgent({
    loaded,
    destination,
    openInputs,
    parts,
    log,
    reload: async () => forInput(await reload()),
    onStarted: (started) => {
      agent = started;
      process.stdout.write(`${doing.join('; ')}, shipping to ${destination.collectors.join(', ')}\n`);
      process.stdout.write(`State in ${stateDirectoryPath(config.state)}\n`);
    },
  }).catch((error: unknown) => {
    if (isSystemError(error) && ['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(error.code)) {
      throw new ConfigError([`The state directory can't be used: ${error.message}`]);
    }
    throw error;
  });
  if (input !== undefined && agent !== undefined) tellUnshipped(agent.status().delivery);
}

/** Of a file that was read for nothing its reader has to hear: it ends with 1. What waits is shipped by whoever runs next. */
function tellUnshipped({ rowsAccepted, rowsRejected, spool }: StatusReport['delivery']): void {
  const isRejected = rowsRejected > 0 && rowsAccepted === 0;
  if (isRejected)
    process.stderr.write(
      'The collector rejected every row. Usually the rows are too old: `replay --shift-to now` gives the packets of an old file new times.\n',
    );
  if (isRejected || spool.rows > 0) process.exitCode = exitCodes.failed;
}

/** Who reads a file says how; the collector's settings are for what passes on the machine. */
function withoutCollector(own: LoadedConfig): LoadedConfig {
  return { ...own, config: { ...own.config, settings_from_collector: false } };
}

function openInput(input: FileInput, parts: CommandParts, room: () => Promise<void>): CaptureSource {
  const { file, speed } = input;
  const open = (): CaptureSource => parts.openFile(file, { speed, room });
  return input.isShifted === true ? new ShiftedSource(open, speed) : open();
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
