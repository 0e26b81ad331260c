import type { Clock } from '@sonde/shared/system/clock.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { TrafficScope } from '../../../ports/traffic/traffic.ts';
import { scopedLocationIds } from './scoped-locations.ts';
import { timeRange } from './time-range.ts';

/**
 * A time question states the account, the location and the time range: every question about stored traffic begins with
 * them.
 */
export interface TimeQuestion {
  readonly accountId: number;
  /** One location; all of the account's if undefined. */
  readonly locationId?: number | undefined;
  /** As `timeRange` reads them. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly period?: string | undefined;
}

export interface TimeQuestionPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly clock: Clock;
}

/**
 * Finds the stored traffic that a question is about. Throws InvalidInput, and NotFound for another account's location.
 */
export async function trafficScope(question: TimeQuestion, ports: TimeQuestionPorts): Promise<TrafficScope> {
  return {
    ...timeRange(question, new Date(ports.clock.now())),
    locationIds: await scopedLocationIds(question.accountId, question.locationId, ports),
  };
}
