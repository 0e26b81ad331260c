import type { AccessRule } from '../../domain/people/access/access-level.ts';
import type { Endpoint } from '../define-endpoint.ts';

/**
 * Finds the access rule of an endpoint. If the contract names no role, members of any may read, and only owners may
 * change: who forgets to name one gives nothing away. What anybody may call without an account, any member may.
 */
export function accessRule({
  method,
  access,
  needs,
  confirmed,
}: Pick<Endpoint<never>, 'method' | 'access' | 'needs' | 'confirmed'>): AccessRule {
  const least = method === 'GET' || access === 'public' || access === 'session' ? 'viewer' : 'owner';
  return { level: access, needs: needs ?? least, confirmed: confirmed ?? false };
}
