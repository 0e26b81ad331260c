import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AccountAdministration } from '../../ports/accounts/account-administration.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { Retention, RetentionPolicy } from '../../ports/traffic/retention.ts';
import { defineJob } from '../define-job.ts';

export const enforceRetention = defineJob<{
  readonly retention: Retention;
  /** The policy of the installation; locations may keep less. */
  readonly retentionPolicy: RetentionPolicy;
  readonly locations: Pick<LocationStore, 'retentions'>;
  readonly accountAdministration: Pick<AccountAdministration, 'forgottenLocations'>;
  readonly clock: Clock;
}>({
  name: 'enforce-retention',
  summary: 'Drops stored queries and rollups that are past their time, or that the disk has no share for.',
  everySeconds: 1_800,
  run: async ({ retention, retentionPolicy, locations, accountAdministration, clock }) => {
    const [rowDaysByLocation, forgottenLocations] = await Promise.all([
      locations.retentions(),
      accountAdministration.forgottenLocations(),
    ]);
    const policy = { ...retentionPolicy, rowDaysByLocation, forgottenLocations };
    await retention.enforce(policy, new Date(clock.now()));
  },
});
