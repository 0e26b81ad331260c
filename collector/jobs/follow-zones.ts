import type { ZoneFollower } from '../domain/intelligence/zones/zone-follower.ts';
import { defineJob } from './define-job.ts';

export const followZones = defineJob<{ readonly zoneFollower: Pick<ZoneFollower, 'follow'> | undefined }>({
  name: 'follow-zones',
  summary: 'Reads the zones of top-level domains that are due, on one of several collectors.',
  everySeconds: 60,
  firstSeconds: 20,
  run: async ({ zoneFollower }, signal) => {
    await zoneFollower?.follow(signal);
  },
});
