import {
  type ScoreAddressesPorts,
  scoreAddresses as score,
} from '../domain/intelligence/addresses/score-addresses.ts';
import type { Leases } from '../ports/system/leases.ts';
import { defineJob } from './define-job.ts';

const lease = 'score-addresses';
const hour = 3_600;
/** Until the next round of whoever has it, so that a round is made once an hour by all collectors together. */
const leaseSeconds = hour * 0.85;

export const scoreAddresses = defineJob<
  ScoreAddressesPorts & { readonly leases: Leases; readonly collectorId: string }
>({
  name: 'score-addresses',
  summary:
    'Judges anew, on one of several collectors, the addresses that were scanned, seen, reported or listed by several.',
  everySeconds: hour,
  firstSeconds: 300,
  run: async (ports, signal) => {
    const { leases, collectorId } = ports;
    if (!(await leases.take(lease, collectorId, leaseSeconds))) return;
    try {
      await score(ports, signal);
    } catch (error) {
      // Another collector may be luckier before the hour is over.
      await leases.release(lease, collectorId);
      throw error;
    }
  },
});
