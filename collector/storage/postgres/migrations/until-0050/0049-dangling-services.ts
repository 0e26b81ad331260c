import type { Migration } from '../migration.ts';

/** Services are tracked whose aliases lead to nothing as well. */
export const danglingServices: Migration = {
  id: 49,
  name: 'dangling services',
  sql: `
ALTER TABLE tracked_services DROP CONSTRAINT tracked_services_kind_check;
ALTER TABLE tracked_services ADD CONSTRAINT tracked_services_kind_check
  CHECK (kind IN ('verification', 'mail_sender', 'dangling'));
`,
};
