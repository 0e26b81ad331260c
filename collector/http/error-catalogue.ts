import type { BatchErrorCode } from '@sonde/shared/batch/batch-error.ts';
import type { DomainErrorCode } from '@sonde/shared/errors.ts';

export interface ErrorKind {
  readonly status: number;
  /** The meaning tells when the code is answered and what to do about it: the text of docs/errors.md. */
  readonly meaning: string;
}

/** The catalogue has every code that the API answers with. Codes are stable: programs decide by them. */
export const errorCatalogue = {
  malformed_request: {
    status: 400,
    meaning: 'The collector cannot read the request line, a header or an escape in the URL.',
  },
  malformed_json: { status: 400, meaning: 'The body is not JSON in UTF-8, or is nested too deeply.' },
  invalid_input: {
    status: 400,
    meaning: 'A parameter or field is missing, has the wrong type or is out of range; `details` names each.',
  },
  question_too_large: {
    status: 400,
    meaning:
      'The question needs more rows, time or memory than the limit for one question. Narrow it, for example to a shorter period.',
  },
  malformed_batch: {
    status: 400,
    meaning: 'The upload is not a batch, or its checksum or its lengths are wrong.',
  },
  malformed_rows: { status: 400, meaning: 'The batch is complete, but the collector cannot read its rows.' },
  unsupported_batch_version: {
    status: 400,
    meaning: 'The collector does not support the version of the batch. Update the collector first.',
  },
  batch_too_old: { status: 400, meaning: 'No row of the batch is recent enough to be stored.' },
  credential_required: {
    status: 401,
    meaning: 'The operation needs an API key or a token, and the request has none.',
  },
  invalid_credential: { status: 401, meaning: 'The key or token is unknown, revoked, expired or malformed.' },
  wrong_credentials: {
    status: 401,
    meaning: 'No account has this e-mail address with this password, or the code or passkey is wrong.',
  },
  second_factor_required: {
    status: 401,
    meaning:
      'The password is correct, and the person has an authenticator app. Send the `ticket` from this answer and a code to the operation for the second step.',
  },
  ticket_over: {
    status: 401,
    meaning:
      'The ticket of a sign-in is older than five minutes, was already used, or is for a different step. Sign in again.',
  },
  bad_signature: {
    status: 401,
    meaning: 'The signature of the batch does not match this key and these bytes.',
  },
  scope_insufficient: { status: 403, meaning: 'The key is valid, but not for this operation.' },
  tier_insufficient: { status: 403, meaning: 'The operation needs a higher tier than the account has.' },
  family_insufficient: {
    status: 403,
    meaning:
      'The key is restricted to families of operations, and the operation belongs to a different family.',
  },
  location_insufficient: {
    status: 403,
    meaning:
      'The key is restricted to some locations, and the operation is about a different location, about all, or about none. Name a location of the key by `location_id`.',
  },
  network_insufficient: {
    status: 403,
    meaning: 'The key is restricted to networks, and the request comes from a different network.',
  },
  write_insufficient: { status: 403, meaning: 'The key can only read, and the operation changes something.' },
  role_insufficient: {
    status: 403,
    meaning: 'The operation needs a higher role in the account than the person has.',
  },
  certificate_required: {
    status: 403,
    meaning:
      'The collector accepts agents only over connections with a client certificate of their own, and this connection has none that matches the key. See docs/enrolment.md.',
  },
  session_required: {
    status: 403,
    meaning: 'The operation is for people who signed in with a browser. It accepts no key or token.',
  },
  confirmation_required: {
    status: 403,
    meaning:
      'The person must prove their identity again. Send the password to `POST /api/auth/session/confirm`, then repeat the request.',
  },
  cross_site_request: {
    status: 403,
    meaning:
      'A request with the cookie of a session did not come from a page of this collector. See "Sessions" in docs/security.md.',
  },
  forbidden: { status: 403, meaning: 'The caller is not allowed to do this to that object.' },
  unknown_route: { status: 404, meaning: 'The path does not exist.' },
  not_found: { status: 404, meaning: 'The object does not exist, or the caller cannot see it.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method. The header `Allow` lists the methods.',
  },
  slow_request: { status: 408, meaning: 'The request did not arrive completely within the time limit.' },
  conflict: { status: 409, meaning: 'The change contradicts the stored data.' },
  not_stored: {
    status: 409,
    meaning: 'The installation does not store the data that the question needs. See SONDE_STORE_PROFILE.',
  },
  body_too_large: { status: 413, meaning: 'The body has more bytes than the operation accepts.' },
  batch_too_large: {
    status: 413,
    meaning: 'The batch has more bytes or rows than the format allows. Split it.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The operation does not accept the content type of the body.',
  },
  unsupported_content_encoding: {
    status: 415,
    meaning: 'The operation does not accept the content coding of the body.',
  },
  quota_exhausted: {
    status: 429,
    meaning:
      'The requests of this day, or the fingerprints of this month, are used up. `Retry-After` says when the next day or month begins.',
  },
  too_many_requests: {
    status: 429,
    meaning:
      'The caller sends too many requests at once or in a short time. Wait for the time in `Retry-After`.',
  },
  headers_too_large: { status: 431, meaning: 'The request line and the headers together are too long.' },
  internal_error: {
    status: 500,
    meaning: 'The collector has a fault. Its log describes the fault under `request_id`.',
  },
  upstream_failed: { status: 502, meaning: 'A different service that the operation needs has failed.' },
  store_unavailable: {
    status: 503,
    meaning: 'The store is down for now. Try again after the time in `Retry-After`.',
  },
  dashboard_unavailable: {
    status: 503,
    meaning:
      "Only from the dashboard's addresses: the collector cannot build the pages here. Its log gives the reason.",
  },
  not_ready: {
    status: 503,
    meaning:
      'Only from `/health/ready`: a part that the collector needs does not respond; `details` names it.',
  },
  overloaded: {
    status: 503,
    meaning: 'The collector is at its limit. Try again after the time in `Retry-After`.',
  },
  timeout: { status: 504, meaning: 'The answer was not ready within the time limit.' },
} as const satisfies Record<string, ErrorKind> & Record<DomainErrorCode | BatchErrorCode, ErrorKind>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Any operation may answer with these codes, so that contracts need not repeat them. */
export const commonErrors: readonly ErrorCode[] = [
  'malformed_request',
  'invalid_credential',
  'too_many_requests',
  'internal_error',
  'store_unavailable',
  'timeout',
];
