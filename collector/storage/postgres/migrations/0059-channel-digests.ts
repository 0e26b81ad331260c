import type { Migration } from './migration.ts';

/** The column tells when a channel is told of all at once, instead of each threat by itself. */
export const channelDigests: Migration = {
  id: 59,
  name: 'channel-digests',
  sql: 'ALTER TABLE notification_channels ADD COLUMN digest jsonb;',
};
