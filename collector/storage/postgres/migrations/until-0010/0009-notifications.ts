import type { Migration } from '../migration.ts';

/** The tables hold the channels of accounts that want to be told of threats, and the waiting deliveries. */
export const notifications: Migration = {
  id: 9,
  name: 'notifications',
  sql: `
CREATE TABLE notification_channels (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Null for all locations of the account.
  location_id bigint REFERENCES locations,
  kind text NOT NULL CHECK (kind IN ('webhook', 'email')),
  target text NOT NULL,
  least_severity severity NOT NULL,
  note text,
  -- Signatures are made with it, so that a hash would not do.
  secret text,
  refused bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notification_channels_account ON notification_channels (account_id);

-- No foreign keys: a channel that is deleted at the same time must not make the recording of threats fail.
CREATE TABLE notification_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id bigint NOT NULL,
  threat_id bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Of one that is under way: the end of the lease.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  last_error text,
  UNIQUE (channel_id, threat_id)
) WITH (fillfactor = 80);
CREATE INDEX notification_deliveries_due ON notification_deliveries (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX notification_deliveries_state ON notification_deliveries (channel_id, state, finished_at);
`,
};
