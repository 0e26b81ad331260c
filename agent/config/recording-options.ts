import { transactionOptions } from '@sonde/sensor/config/transaction-options.ts';
import { treatmentOfRows } from '@sonde/sensor/rows/treatment.ts';
import type { Treatment } from '@sonde/shared/batch/metadata.ts';
import type { EncryptedDnsOptions } from '../encrypted/encrypted-dns-options.ts';
import { defaultEncryptedDnsBounds } from '../encrypted/encrypted-dns-options.ts';
import { loadResolverList } from '../encrypted/resolver-list.ts';
import { defaultPipelineOptions, type PipelineOptions } from '../pipeline/pipeline-options.ts';
import type { AgentParts } from '../run/row-pipeline.ts';
import type { Config } from './settings.ts';

/** Returns the pipeline's options that the settings ask for. */
export function pipelineOptions(config: Config): PipelineOptions {
  return {
    ...defaultPipelineOptions,
    ...transactionOptions(config),
    ports: config.ports,
    threads: config.threads,
    encryptedDns: encryptedDnsOptions(config),
  };
}

/** Returns how encrypted DNS is followed; undefined if it is not asked for. Throws a ConfigError if the list can't be used. */
export function encryptedDnsOptions(config: Config): EncryptedDnsOptions | undefined {
  if (!config.encrypted_dns) return undefined;
  return {
    ...defaultEncryptedDnsBounds,
    resolvers: loadResolverList(config.encrypted_dns_resolvers),
    hellosPerSecond: config.encrypted_dns_rate,
  };
}

/** Returns the filters of a live capture, the widest first. Throws a ConfigError if the list of resolvers can't be used. */
export function filtersOf(config: Config, parts: Pick<AgentParts, 'captureFilters'>): readonly string[] {
  const encrypted = encryptedDnsOptions(config);
  return parts.captureFilters(config.ports, config.filter, encrypted?.resolvers.addresses);
}

/** Describes the treatment of rows (filters, sampling, privacy) that each batch states. */
export function treatmentOf(config: Config): Treatment {
  const treatment = treatmentOfRows(pipelineOptions(config));
  if (config.filter === undefined) return treatment;
  return { ...treatment, filters: [`filter ${config.filter}`.slice(0, 1_024), ...treatment.filters] };
}
