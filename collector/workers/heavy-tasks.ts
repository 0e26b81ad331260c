import type { ZoneTextVerdict } from '@sonde/scanner/checks/zone-contents/validate-zone.ts';
import type {
  ConfigurationUpload,
  ConfigurationVerdict,
} from '../domain/intelligence/configurations/configurations.ts';
import type { JudgedFile, ZoneFile, ZoneFileVerdict } from '../domain/intelligence/zones/zone-files.ts';
import type { Submitted, SubmittedForm } from '../domain/traffic/ingest/read-submitted.ts';

/**
 * Heavy tasks take more processor time than others who ask the collector may wait for: each has what it is given, and
 * what comes of it.
 */
export interface HeavyTasks {
  readonly zoneFile: { readonly given: ZoneFile; readonly result: ZoneFileVerdict };
  readonly judgedFile: { readonly given: JudgedFile; readonly result: ZoneTextVerdict };
  readonly configuration: { readonly given: ConfigurationUpload; readonly result: ConfigurationVerdict };
  readonly submitted: {
    readonly given: SubmittedForm & { readonly bytes: Uint8Array };
    readonly result: Submitted;
  };
}

export type HeavyTask = {
  readonly [Kind in keyof HeavyTasks]: { readonly kind: Kind; readonly given: HeavyTasks[Kind]['given'] };
}[keyof HeavyTasks];

export type HeavyResult = HeavyTasks[keyof HeavyTasks]['result'];
