import type { ConfigurationVerdict } from '@sonde/scanner/configuration/model/finding.ts';

export type { ConfigurationVerdict };

/** A configuration upload is a configuration of a name server, as a caller sent it. */
export interface ConfigurationUpload {
  readonly name: string;
  readonly content: Uint8Array;
  /** Seen in the text if absent. */
  readonly serverType: string | undefined;
  /** Any version if absent. */
  readonly version: string | undefined;
}

/**
 * This port validates configurations. Throws InvalidInput if the server is not known, and Overloaded if too many are
 * asked for.
 */
export interface Configurations {
  validateConfiguration(upload: ConfigurationUpload, signal: AbortSignal): Promise<ConfigurationVerdict>;
}
