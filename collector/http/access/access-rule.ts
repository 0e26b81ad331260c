import type { AccessRule } from '../../domain/people/access/access-level.ts';
import type { Endpoint } from '../define-endpoint.ts';
import { locationAsked } from './location-asked.ts';

export type RuledEndpoint = Pick<
  Endpoint<never>,
  | 'method'
  | 'path'
  | 'access'
  | 'needs'
  | 'confirmed'
  | 'family'
  | 'reads'
  | 'module'
  | 'params'
  | 'query'
  | 'body'
  | 'ownLocations'
>;

/**
 * Finds the access rule of an endpoint. If the contract names no role, members of any may read, and only administrators and owners
 * may change: who forgets to name one gives nothing away. What anybody may call without an account, any member may.
 */
export function accessRule(endpoint: RuledEndpoint): AccessRule {
  const { method, access, needs, confirmed, family } = endpoint;
  const least = method === 'GET' || access === 'public' || access === 'session' ? 'viewer' : 'administrator';
  return {
    level: access,
    needs: needs ?? least,
    confirmed: confirmed ?? false,
    family,
    reads: method === 'GET' || access === 'public' || endpoint.reads === true,
    byLocation: locationAsked(endpoint) !== undefined,
  };
}
