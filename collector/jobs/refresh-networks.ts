import type { KnownNetworks } from '../domain/networks/known-networks.ts';
import { defineJob } from './define-job.ts';

export const refreshNetworks = defineJob<{ readonly networks: Pick<KnownNetworks, 'refresh'> }>({
  name: 'refresh-networks',
  summary: "Reads the operator's table of autonomous systems when its file has changed.",
  everySeconds: 30,
  beforeReady: true,
  run: ({ networks }) => networks.refresh(),
});
