import { recordingSettings } from '@sonde/sensor/config/recording-settings.ts';
import { transactionOptions } from '@sonde/sensor/config/transaction-options.ts';
import { treatmentOfRows } from '@sonde/sensor/rows/treatment.ts';
import type { Treatment } from '@sonde/shared/batch/metadata.ts';
import { defaultPipelineOptions, type PipelineOptions } from '../pipeline/pipeline-options.ts';
import { type Config, type SettingName, setting, settingNames } from './settings.ts';

/** The pipeline's options that the settings ask for. */
export function pipelineOptions(config: Config): PipelineOptions {
  return { ...defaultPipelineOptions, ...transactionOptions(config), ports: config.ports };
}

/** What each batch says of how its rows were treated. */
export function treatmentOf(config: Config): Treatment {
  const treatment = treatmentOfRows(pipelineOptions(config));
  if (config.filter === undefined) return treatment;
  return { ...treatment, filters: [`filter ${config.filter}`.slice(0, 1_024), ...treatment.filters] };
}

/** Whether a running agent takes the setting up; `recording` where it can change what is recorded, and how. */
export function isReloadable(name: SettingName, recording: boolean): boolean {
  return setting(name).reloadable && (recording || !(name in recordingSettings));
}

/** The settings that differ. */
export function changed(before: Config, after: Config): SettingName[] {
  return settingNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** The values of those settings that a running agent takes up. */
export function reloadable(config: Config, recording: boolean): Partial<Config> {
  const names = settingNames.filter((name) => isReloadable(name, recording));
  return Object.fromEntries(names.map((name) => [name, config[name]]));
}
