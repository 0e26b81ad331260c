/**
 * A domain error code names the reason for which domain code refuses. Faces (HTTP, GraphQL, sockets) translate the code
 * into their own terms.
 */
export type DomainErrorCode =
  | 'invalid_input'
  | 'not_found'
  | 'conflict'
  | 'not_stored'
  | 'forbidden'
  | 'invalid_credential'
  | 'wrong_credentials'
  | 'second_factor_required'
  | 'ticket_over'
  | 'cross_site_request'
  | 'too_many_requests'
  | 'quota_exhausted'
  | 'overloaded'
  | 'upstream_failed'
  | 'timeout'
  | 'role_insufficient'
  | 'network_insufficient';

export interface ErrorDetail {
  /** The place in the input: dotted, array indexes included; empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
}

/**
 * A domain error is the base of all refusals that are the caller's business. Its message is one sentence for a person.
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;

  constructor(code: DomainErrorCode, message: string, details?: readonly ErrorDetail[]) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/**
 * An invalid input error reports input of the right shape that can't be meant: a time range that ends before it starts.
 */
export class InvalidInput extends DomainError {
  constructor(path: string, message: string) {
    super('invalid_input', message, [{ path, message }]);
    this.name = 'InvalidInput';
  }
}

/**
 * A not-found error reports that there is no such thing, or none that this caller may know of: the two are not told
 * apart.
 */
export class NotFound extends DomainError {
  constructor(what: string) {
    super('not_found', `There is no such ${what}.`);
    this.name = 'NotFound';
  }
}

/** A not-stored error reports that the installation does not keep what the question is about. */
export class NotStored extends DomainError {
  constructor(message: string) {
    super('not_stored', message);
    this.name = 'NotStored';
  }
}

/** The person may ask for the operation, and not for this with it. */
export class RoleInsufficient extends DomainError {
  constructor(message: string) {
    super('role_insufficient', message);
    this.name = 'RoleInsufficient';
  }
}

/** The change contradicts what is stored. */
export class Conflict extends DomainError {
  constructor(message: string) {
    super('conflict', message);
    this.name = 'Conflict';
  }
}

/** An invalid credential error reports a key or token that is malformed, unknown, revoked or expired. */
export class InvalidCredential extends DomainError {
  constructor(message = 'This key or token is not valid.') {
    super('invalid_credential', message);
    this.name = 'InvalidCredential';
  }
}

/** No account has this address with this password; which of the two is wrong is not told. */
export class WrongCredentials extends DomainError {
  constructor(message = 'This e-mail address and password do not belong together.') {
    super('wrong_credentials', message);
    this.name = 'WrongCredentials';
  }
}

/** The password is right, and a second factor is still to come. */
export class SecondFactorRequired extends DomainError {
  /** Leads to the next step. */
  readonly ticket: string;

  constructor(ticket: string) {
    super(
      'second_factor_required',
      'A code of the authenticator app, or a recovery code, is needed as well.',
    );
    this.name = 'SecondFactorRequired';
    this.ticket = ticket;
  }
}

/**
 * A ticket error reports a ticket between two steps of signing in that is too old, was used, or is for something else.
 */
export class TicketOver extends DomainError {
  constructor() {
    super('ticket_over', 'The ticket has expired or was already used: start again.');
    this.name = 'TicketOver';
  }
}

/** A cross-site error reports that a page of another origin used the cookie of a session. */
export class CrossSiteRequest extends DomainError {
  constructor(message: string) {
    super('cross_site_request', message);
    this.name = 'CrossSiteRequest';
  }
}

/** An attempts error reports too many attempts in a short time. */
export class TooManyAttempts extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message = 'Too many attempts: wait before the next.') {
    super('too_many_requests', message);
    this.name = 'TooManyAttempts';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A quota error reports that the quota of a period is used up. */
export class QuotaExhausted extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super('quota_exhausted', message);
    this.name = 'QuotaExhausted';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An overload error reports that more of this kind is under way than may be. */
export class Overloaded extends DomainError {
  readonly retryAfterSeconds = 2;

  constructor(message: string) {
    super('overloaded', message);
    this.name = 'Overloaded';
  }
}

/** An upstream error reports that the one other service that was asked failed, or did not answer in time. */
export class UpstreamFailed extends DomainError {
  constructor(message: string, code: 'upstream_failed' | 'timeout' = 'upstream_failed') {
    super(code, message);
    this.name = 'UpstreamFailed';
  }
}
