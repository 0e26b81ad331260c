import { ClientPrivacy } from '@sonde/sensor/rows/client-privacy.ts';
import { Filters } from '@sonde/sensor/rows/filters.ts';
import type { ChangeableOptions } from '@sonde/sensor/rows/transaction-options.ts';
import type { PipelineOptions } from '../pipeline/pipeline-options.ts';
import type { DecoderSettings } from './messages.ts';

export interface ThreadsOptions {
  /** Whether messages on ports that were not named are counted. */
  readonly looksForOtherPorts?: boolean;
  /** Whether the threads compress the rows, and hand out none. */
  readonly compresses?: boolean;
}

/** Returns the settings of one of the threads; they have the bounds of memory between them. */
export function settingsOf(
  options: PipelineOptions,
  index: number,
  seed: number,
  { looksForOtherPorts = false, compresses = false }: ThreadsOptions,
): DecoderSettings {
  const { encryptedDns, threads, ...rest } = options;
  const part = (bound: number): number => Math.ceil(bound / threads);
  return {
    options: {
      ...rest,
      threads: 1,
      maxTransactions: part(options.maxTransactions),
      maxStreams: part(options.maxStreams),
      maxStreamBytes: part(options.maxStreamBytes),
      share: { index, of: threads, seed, byClient: encryptedDns !== undefined },
    },
    encryptedDns: encryptedDns && {
      resolvers: encryptedDns.resolvers.resolvers,
      bounds: {
        hellosPerSecond: part(encryptedDns.hellosPerSecond),
        maxFlows: part(encryptedDns.maxFlows),
        maxHelloBytes: part(encryptedDns.maxHelloBytes),
      },
    },
    looksForOtherPorts,
    compresses,
  };
}

/** Throws a RangeError here and now, rather than on another thread, if a filter or a key is not sound. */
export function checkChange({ filters, privacy }: ChangeableOptions): void {
  new Filters(filters);
  new ClientPrivacy(privacy);
}
