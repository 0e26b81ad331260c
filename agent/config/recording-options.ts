import { transactionOptions } from '@sonde/sensor/config/transaction-options.ts';
import { treatmentOfRows } from '@sonde/sensor/rows/treatment.ts';
import type { Treatment } from '@sonde/shared/batch/metadata.ts';
import { defaultPipelineOptions, type PipelineOptions } from '../pipeline/pipeline-options.ts';
import type { Config } from './settings.ts';

/** Returns the pipeline's options that the settings ask for. */
export function pipelineOptions(config: Config): PipelineOptions {
  return { ...defaultPipelineOptions, ...transactionOptions(config), ports: config.ports };
}

/** Describes the treatment of rows (filters, sampling, privacy) that each batch states. */
export function treatmentOf(config: Config): Treatment {
  const treatment = treatmentOfRows(pipelineOptions(config));
  if (config.filter === undefined) return treatment;
  return { ...treatment, filters: [`filter ${config.filter}`.slice(0, 1_024), ...treatment.filters] };
}
