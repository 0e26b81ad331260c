import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import type { recordingSettings } from '@sonde/shared/sensor-settings/recording-settings.ts';
import type { ValuesOf } from '@sonde/shared/settings/setting.ts';
import { defaultTransactionOptions, type TransactionOptions } from '../rows/transaction-options.ts';

/** The recording configuration holds the values of the settings that say what is recorded. */
export type RecordingConfig = ValuesOf<typeof recordingSettings>;

/** Builds the options from messages to rows that the settings ask for. */
export function transactionOptions(config: RecordingConfig): TransactionOptions {
  const types = (names: readonly string[]): number[] => names.map((name) => recordTypeNumber(name)!);
  const codes = (names: readonly string[]): number[] => names.map((name) => responseCodeNumber(name)!);
  return {
    ...defaultTransactionOptions,
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
