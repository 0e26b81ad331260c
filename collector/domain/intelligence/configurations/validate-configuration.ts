import { ConfigurationError } from '@sonde/scanner/configuration/configuration-error.ts';
import { judgeConfiguration } from '@sonde/scanner/configuration/judge-configuration.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { ConfigurationUpload, ConfigurationVerdict } from './configurations.ts';

/** Judges a configuration. It takes processor time with its length, and touches nothing beside it. */
export function validateConfiguration(upload: ConfigurationUpload): ConfigurationVerdict {
  try {
    return judgeConfiguration(upload);
  } catch (error) {
    throw error instanceof ConfigurationError ? new InvalidInput(error.field, error.message) : error;
  }
}
