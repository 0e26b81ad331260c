import type { IngestOptions } from '../../../collector/domain/traffic/ingest/accept.ts';

/** Limits that a test does not reach unless it sets its own. */
export const roomyLimits = {
  maxSpoolBytes: 1e9,
  maxUploadBytes: 1e9,
  maxBacklog: 1_000,
  registryDays: 30,
  retentionDays: 90,
} satisfies Partial<IngestOptions>;
