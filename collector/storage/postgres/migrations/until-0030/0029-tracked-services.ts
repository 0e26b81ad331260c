import type { Migration } from '../migration.ts';

/** The table holds services that the TXT records of tracked domains tell of. */
export const trackedServices: Migration = {
  id: 29,
  name: 'tracked services',
  sql: `
CREATE TABLE tracked_services (
  domain text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('verification', 'mail_sender')),
  category text NOT NULL,
  record text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  gone_at timestamptz,
  PRIMARY KEY (domain, provider, kind)
);
CREATE INDEX tracked_services_provider ON tracked_services (lower(provider), domain);
`,
};
