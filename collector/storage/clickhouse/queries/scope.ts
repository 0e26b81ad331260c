import type { TrafficScope } from '../../../ports/traffic.ts';
import type { Parameters } from '../clickhouse.ts';

/**
 * The condition of a scope on the table of rows. The hours are named beside the times, since the table's order begins
 * with the hour and the engine does not conclude one from the other.
 */
export const inScope = `location_id IN {locations:Array(UInt32)}
  AND observed_at >= {from:DateTime64(6, 'UTC')} AND observed_at < {to:DateTime64(6, 'UTC')}
  AND toStartOfHour(observed_at) >= toStartOfHour({from:DateTime64(6, 'UTC')})
  AND toStartOfHour(observed_at) <= toStartOfHour({to:DateTime64(6, 'UTC')})`;

export function scopeParameters(scope: TrafficScope): Parameters {
  return { locations: scope.locationIds, from: scope.from, to: scope.to };
}
