import { treatmentOfRows } from '@sonde/sensor/rows/treatment.ts';
import type { Treatment } from '@sonde/shared/batch/metadata.ts';
import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import { defaultPipelineOptions, type PipelineOptions } from '../pipeline/pipeline-options.ts';
import { recordingSettings } from './recording-settings.ts';
import { type Config, type SettingName, setting, settingNames } from './settings.ts';

/** The pipeline's options that the settings ask for. */
export function pipelineOptions(config: Config): PipelineOptions {
  const types = (names: readonly string[]): number[] => names.map((name) => recordTypeNumber(name)!);
  const codes = (names: readonly string[]): number[] => names.map((name) => responseCodeNumber(name)!);
  return {
    ...defaultPipelineOptions,
    ports: config.ports,
    queryTimeout: Math.round(config.query_timeout_seconds * 1_000_000),
    keepRecords: config.keep_records,
    sampling: config.sampling,
    filters: {
      allowSuffixes: config.allow_suffixes,
      denySuffixes: config.deny_suffixes,
      allowTypes: types(config.allow_types),
      denyTypes: types(config.deny_types),
      allowResponseCodes: codes(config.allow_response_codes),
      denyResponseCodes: codes(config.deny_response_codes),
      allowClients: config.allow_clients,
      denyClients: config.deny_clients,
    },
    privacy: {
      clientPrefixV4: config.client_prefix_v4,
      clientPrefixV6: config.client_prefix_v6,
      pseudonymKey: config.pseudonym_key === undefined ? undefined : Buffer.from(config.pseudonym_key, 'hex'),
      nameLabels: config.name_labels,
    },
  };
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
