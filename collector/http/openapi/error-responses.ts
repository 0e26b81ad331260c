import { accessRule } from '../access/access-rule.ts';
import type { Endpoint } from '../define-endpoint.ts';
import { commonErrors, type ErrorCode, errorCatalogue } from '../error-catalogue.ts';
import { failureHeaders } from './headers.ts';

/** Lists every code that an operation may answer with: what its contract names, and what follows from its shape. */
export function errorCodesOf(endpoint: Endpoint<never>): ErrorCode[] {
  const codes = new Set<ErrorCode>([...commonErrors, ...(endpoint.errors ?? [])]);
  const { body } = endpoint;
  if (endpoint.access !== 'public') codes.add('credential_required').add('scope_insufficient');
  if (accessRule(endpoint).needs !== 'viewer') codes.add('role_insufficient');
  if (endpoint.access === 'session') codes.add('session_required');
  if (endpoint.confirmed === true) codes.add('confirmation_required');
  if (endpoint.method !== 'GET') codes.add('cross_site_request');
  if (endpoint.access === 'premium' || endpoint.access === 'enterprise') codes.add('tier_insufficient');
  if (endpoint.metered !== false) codes.add('quota_exhausted');
  if (endpoint.params ?? endpoint.query ?? body) codes.add('invalid_input');
  if (body !== undefined) {
    codes
      .add('slow_request')
      .add('body_too_large')
      .add('unsupported_media_type')
      .add('unsupported_content_encoding')
      .add('overloaded');
    if (!('contentTypes' in body)) codes.add('malformed_json');
  }
  return [...codes];
}

/** Describes the failures of an operation, by status. */
export function errorResponses(endpoint: Endpoint<never>): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(endpoint)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes
            .sort()
            .map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`)
            .join('\n\n'),
          headers: failureHeaders(status, endpoint.metered !== false),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}
