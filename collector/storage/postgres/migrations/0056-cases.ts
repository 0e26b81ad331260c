import type { Migration } from './migration.ts';

/**
 * The table holds cases: threats that belong together. What a case is worth is asked of its threats, so that it is never
 * behind them.
 */
export const cases: Migration = {
  id: 56,
  name: 'cases',
  sql: `
CREATE TABLE cases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location_id bigint NOT NULL REFERENCES locations ON DELETE CASCADE,
  -- What it began with; empty if no client asked, or if it is about a client's way of asking.
  client_address text NOT NULL,
  cause text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX cases_location ON cases (location_id, id);

-- No foreign key: threats go with the same location.
ALTER TABLE threats ADD COLUMN case_id bigint;
CREATE INDEX threats_case ON threats (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX threats_to_gather ON threats (id)
  WHERE case_id IS NULL AND resolved_at IS NULL AND severity > 'info';
CREATE INDEX threats_remarks ON threats (location_id, client_address)
  WHERE case_id IS NULL AND resolved_at IS NULL AND severity = 'info';

ALTER TABLE notification_channels ADD COLUMN by_case boolean NOT NULL DEFAULT false;
ALTER TABLE notification_deliveries DROP CONSTRAINT notification_deliveries_state_check,
  ADD CONSTRAINT notification_deliveries_state_check CHECK (state IN ('waiting', 'delivered', 'dead', 'joined'));
`,
};
