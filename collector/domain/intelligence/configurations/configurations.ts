import type { ConfigurationVerdict } from '@sonde/scanner/configuration/model/finding.ts';

export type { ConfigurationVerdict };

/** A configuration upload is a configuration of a name server with what it includes, as a caller sent it. */
export interface ConfigurationUpload {
  /** Files, and archives of some. */
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
  /** The file that the server is started with; told by the names if absent. */
  readonly main: string | undefined;
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
