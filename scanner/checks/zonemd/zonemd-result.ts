import type { SecurityStatus } from '../../ports/dns-validation.ts';
import type { ZonemdVerdict } from './verify-zonemd.ts';

/** A ZONEMD result describes the zone's digest, verified if the zone can be had. */
export interface ZonemdResult {
  readonly zone: string | null;
  /** Records of the apex in presentation form, whether the zone could be had or not. */
  readonly published: readonly string[] | null;
  /** Of those records, by our own validation: a digest that is not secure proves nothing. */
  readonly security: SecurityStatus | null;
  /** Null if no server gave the zone. */
  readonly verdict: ZonemdVerdict | null;
  /** The server that gave it. */
  readonly server: string | null;
  readonly recordCount: number | null;
}
