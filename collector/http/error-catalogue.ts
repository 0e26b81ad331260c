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
    meaning: 'The request line, a header or an escape in the URL cannot be read.',
  },
  malformed_json: { status: 400, meaning: 'The body is not JSON in UTF-8, or is nested too deeply.' },
  invalid_input: {
    status: 400,
    meaning: 'A parameter or field is missing, of the wrong type or out of its range; `details` names each.',
  },
  question_too_large: {
    status: 400,
    meaning: 'The question asks for more rows, time or memory than one question may take: narrow it.',
  },
  malformed_batch: {
    status: 400,
    meaning: 'The upload is no batch, or its checksum or its lengths are wrong.',
  },
  malformed_rows: { status: 400, meaning: 'The batch is whole but the rows in it cannot be read.' },
  unsupported_batch_version: {
    status: 400,
    meaning: 'The batch has a version that this collector does not know: update the collector first.',
  },
  batch_too_old: { status: 400, meaning: 'The batch holds no row that is recent enough to be stored.' },
  credential_required: {
    status: 401,
    meaning: 'The operation needs an API key or a token, and none was sent.',
  },
  invalid_credential: { status: 401, meaning: 'The key or token is unknown, revoked, expired or malformed.' },
  wrong_credentials: {
    status: 401,
    meaning: 'No account has this e-mail address with this password, or the code or passkey is wrong.',
  },
  second_factor_required: {
    status: 401,
    meaning:
      'The password is right, and the person has an authenticator app: send `ticket` from this answer and a code to the operation for the second step.',
  },
  ticket_over: {
    status: 401,
    meaning:
      'The ticket of a sign-in is older than five minutes, was used, or is for another step: sign in again.',
  },
  bad_signature: {
    status: 401,
    meaning: "The batch's signature was not made with this key over these bytes.",
  },
  scope_insufficient: { status: 403, meaning: 'The key is valid, and is not for this operation.' },
  tier_insufficient: { status: 403, meaning: "The operation needs a higher tier than the account's." },
  family_insufficient: {
    status: 403,
    meaning: 'The key is narrowed to families of operations, and the operation is of another.',
  },
  location_insufficient: {
    status: 403,
    meaning:
      'The key is narrowed to some locations, and the operation is about another, about all, or about none: name one of the key by `location_id`.',
  },
  network_insufficient: {
    status: 403,
    meaning: 'The key is narrowed to networks, and the request comes from elsewhere.',
  },
  write_insufficient: { status: 403, meaning: 'The key reads alone, and the operation changes something.' },
  role_insufficient: {
    status: 403,
    meaning: 'The operation needs a higher role in the account than the person has.',
  },
  certificate_required: {
    status: 403,
    meaning:
      'Agents are taken over connections with a client certificate of their own alone, and this one has none that fits the key: see docs/enrolment.md.',
  },
  session_required: {
    status: 403,
    meaning: 'The operation is for people who signed in with a browser, and takes no key or token.',
  },
  confirmation_required: {
    status: 403,
    meaning:
      'The person has to prove their identity again: send the password to `POST /api/auth/session/confirm`, then repeat the request.',
  },
  cross_site_request: {
    status: 403,
    meaning:
      'A request with the cookie of a session did not come from a page of this collector: see "Sessions" in docs/security.md.',
  },
  forbidden: { status: 403, meaning: 'The caller may not do this to that object.' },
  unknown_route: { status: 404, meaning: 'There is no such path.' },
  not_found: { status: 404, meaning: 'There is no such object, or none that the caller may see.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, the method does not; the header `Allow` lists those.',
  },
  slow_request: { status: 408, meaning: 'The request did not arrive whole within the time allowed.' },
  conflict: { status: 409, meaning: 'The change contradicts what is stored.' },
  not_stored: {
    status: 409,
    meaning: 'The question is about something that the installation does not store: see SONDE_STORE_PROFILE.',
  },
  body_too_large: { status: 413, meaning: 'The body has more bytes than the operation takes.' },
  batch_too_large: {
    status: 413,
    meaning: 'The batch has more bytes or rows than the format allows: split it.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body has a content type that the operation does not take.',
  },
  unsupported_content_encoding: {
    status: 415,
    meaning: 'The body has a content coding that the operation does not take.',
  },
  quota_exhausted: {
    status: 429,
    meaning:
      'The requests of this day, or the fingerprints of this month, are used up; `Retry-After` says when the next begins.',
  },
  too_many_requests: {
    status: 429,
    meaning: 'The caller sends too many requests at once or in a short time: wait for `Retry-After`.',
  },
  headers_too_large: { status: 431, meaning: 'The request line and headers together are too long.' },
  internal_error: {
    status: 500,
    meaning: 'The service has a fault; its log describes it under `request_id`.',
  },
  upstream_failed: { status: 502, meaning: 'The other service that the operation asks has failed.' },
  store_unavailable: { status: 503, meaning: 'The store is away for now; try again after `Retry-After`.' },
  dashboard_unavailable: {
    status: 503,
    meaning: "Only from the dashboard's addresses: its pages can not be built here, and the log says why.",
  },
  not_ready: {
    status: 503,
    meaning:
      'Only from `/health/ready`: something that the collector needs does not answer; `details` names it.',
  },
  overloaded: {
    status: 503,
    meaning: 'The collector has as much to do as it can; try again after `Retry-After`.',
  },
  timeout: { status: 504, meaning: 'The answer was not ready within the time allowed.' },
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
