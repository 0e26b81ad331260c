import type {
  EncryptedFlowStore,
  EncryptedShare,
  FlowFilter,
} from '../../../ports/traffic/encrypted-flows.ts';
import type { TrafficStore } from '../../../ports/traffic/traffic-store.ts';
import { bucketSeconds } from '../monitoring/stats-range.ts';

export interface ShareOfClientsPorts {
  readonly encryptedFlows: Pick<EncryptedFlowStore, 'share'>;
  readonly traffic: Pick<TrafficStore, 'histogram'>;
}

export interface ShareOfClients extends Omit<EncryptedShare, 'series'> {
  readonly bucketSeconds: number;
  readonly series: readonly { readonly at: Date; readonly flows: number; readonly queries: number }[];
}

/** Gathers connections of encrypted DNS beside the queries in the clear, of the same clients and by time. */
export async function shareOfClients(
  filter: FlowFilter,
  top: number,
  { encryptedFlows, traffic }: ShareOfClientsPorts,
): Promise<ShareOfClients> {
  const seconds = bucketSeconds(filter);
  const { locationIds, from, to, clients } = filter;
  const [share, points] = await Promise.all([
    encryptedFlows.share(filter, { top, bucketSeconds: seconds }),
    traffic.histogram({ locationIds, from, to, clients }, seconds),
  ]);
  const queries = new Map(points.map(({ at, queries: count }) => [at.getTime(), count]));
  return {
    ...share,
    bucketSeconds: seconds,
    series: share.series.map(({ at, flows }) => ({ at, flows, queries: queries.get(at.getTime()) ?? 0 })),
  };
}
