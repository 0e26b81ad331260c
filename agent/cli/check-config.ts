import { existsSync } from 'node:fs';
import { readSinks } from '@sonde/sensor/sinks/read-sinks.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { describeSettings, settingsAsTable } from '@sonde/shared/settings/describe-settings.ts';
import { CaptureError } from '../capture/capture-error.ts';
import { filtersOf } from '../config/recording-options.ts';
import { type LoadedConfig, settingNames, settings } from '../config/settings.ts';
import type { CommandParts } from './command-parts.ts';
import { enrolsAtStart } from './enrol-at-start.ts';
import { exitCodes } from './exit-codes.ts';
import { allWarnings, openInterfaces, prepareDestination, prepareInterfaces } from './prepare.ts';

/** Prints the effective configuration, what would be captured, and what is wrong; 0 when nothing is, else 78. */
export async function checkConfig(
  loaded: LoadedConfig,
  file: string | undefined,
  parts: CommandParts,
  json: boolean,
): Promise<number> {
  const faults: string[] = [];
  const { config } = loaded;
  const willEnrol = await collect(faults, () => enrolsAtStart(config));
  const destination =
    willEnrol === true ? undefined : await collect(faults, () => prepareDestination(config));
  const inputs =
    file === undefined ? ((await collect(faults, () => prepareInterfaces(config))) ?? []) : [file];
  if (file === undefined) await collect(faults, () => tryInterfaces(inputs, loaded, parts, faults));
  else if (file !== '-' && !existsSync(file)) faults.push(`There is no file ${file}.`);
  await collect(faults, () => readSinks(config.sinks));
  const warnings = allWarnings(loaded, destination?.warnings ?? []);
  const [filter = ''] = (await collect(faults, async () => filtersOf(config, parts))) ?? [];
  if (json) {
    const report = {
      valid: faults.length === 0,
      faults,
      warnings,
      inputs,
      filter,
      settings: shownConfig(loaded),
    };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    const lines = [
      `Configuration${loaded.file === undefined ? '' : ` from ${loaded.file}`}:`,
      settingsAsTable(describeSettings(settings, loaded)),
      `Would ${file === undefined ? 'capture on' : 'read'}: ${inputs.join(', ') || '(nothing)'}`,
      ...(willEnrol === true ? ['Would enrol with the token first.'] : []),
      ...config.logs.map((log) => `Would follow: ${log}`),
      ...warnings.map((warning) => `warning: ${warning}`),
      ...faults.map((fault) => `error: ${fault}`),
      faults.length === 0 ? 'The configuration is valid.' : 'The configuration is NOT valid.',
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return faults.length === 0 ? exitCodes.ok : exitCodes.configuration;
}

/** Opens each interface for a moment: that it is there, that it may be captured on, and that the filter compiles. */
async function tryInterfaces(
  names: readonly string[],
  loaded: LoadedConfig,
  parts: CommandParts,
  faults: string[],
): Promise<void> {
  const nothing = { packet: () => undefined };
  for (const source of openInterfaces(names, loaded.config, parts)) {
    const running = source.run(nothing);
    await source.stop();
    await collect(faults, () => running);
  }
}

async function collect<Result>(faults: string[], run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ConfigError) faults.push(...error.faults);
    else if (error instanceof CaptureError) faults.push(error.message);
    else throw error;
    return undefined;
  }
}

/** All values as they may be shown, for programs: secrets only as being set. */
function shownConfig({ config }: LoadedConfig): Record<string, unknown> {
  return Object.fromEntries(
    settingNames.map((name) => {
      const value = config[name];
      return [
        name,
        settings[name].secret === 'all' && value !== undefined ? '(set, not shown)' : (value ?? null),
      ];
    }),
  );
}
