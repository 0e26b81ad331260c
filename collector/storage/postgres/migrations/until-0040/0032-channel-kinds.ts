import type { Migration } from '../migration.ts';

/** Channels have more ways to tell of threats, by type and time of day, and tell of resolutions too. */
export const channelKinds: Migration = {
  id: 32,
  name: 'channel kinds',
  sql: `
ALTER TABLE notification_channels
  -- Which there are the schema of the API says, by which each is made.
  DROP CONSTRAINT notification_channels_kind_check,
  ADD COLUMN threat_types text[],
  ADD COLUMN tells_resolved boolean NOT NULL DEFAULT false,
  -- {from, to, time_zone}
  ADD COLUMN quiet_hours jsonb;

ALTER TABLE notification_deliveries
  ADD COLUMN event text NOT NULL DEFAULT 'threat' CHECK (event IN ('threat', 'resolved')),
  DROP CONSTRAINT notification_deliveries_channel_id_threat_id_key;
CREATE UNIQUE INDEX notification_deliveries_once ON notification_deliveries (channel_id, threat_id, event);
CREATE INDEX notification_deliveries_threat ON notification_deliveries (threat_id);
`,
};
