import type { ApolloServer } from '@apollo/server';
import { DomainError, Overloaded, TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { isClientGone } from '../http/client-gone.ts';
import { HttpError } from '../http/http-error.ts';
import { StoreError } from '../ports/system/store-error.ts';

type FormatError = NonNullable<ConstructorParameters<typeof ApolloServer>[0]['formatError']>;
type Formatted = Parameters<FormatError>[0];

/**
 * Presents an error as a client may see it. Errors of domain code have their codes in capitals, as GraphQL writes them;
 * an unknown error is a fault of ours: the log gets it, the client a sentence.
 */
export function presentError(formatted: Formatted, error: unknown, log: Log): Formatted {
  // The parser goes down with the document, to where the stack ends.
  if (
    formatted.extensions?.code === 'GRAPHQL_PARSE_FAILED' &&
    !formatted.message.startsWith('Syntax Error')
  ) {
    return { ...formatted, message: 'The document is nested too deeply.' };
  }
  if (formatted.extensions?.code !== 'INTERNAL_SERVER_ERROR') return formatted;
  const original = error instanceof Error && 'originalError' in error ? error.originalError : error;
  if (original instanceof DomainError || original instanceof HttpError) {
    return { ...formatted, message: original.message, extensions: extensionsOf(original) };
  }
  if (original instanceof StoreError && original.kind === 'unavailable') {
    return {
      ...formatted,
      message: 'The store is not available at the moment.',
      extensions: { code: 'STORE_UNAVAILABLE' },
    };
  }
  // Nobody is there to read it.
  if (isClientGone(original)) return formatted;
  log.error({ err: original }, 'fault in a GraphQL resolver');
  return {
    ...formatted,
    message: 'The collector has a fault.',
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

function extensionsOf(error: DomainError | HttpError): Record<string, unknown> {
  const retry =
    error instanceof TooManyAttempts || error instanceof Overloaded
      ? { retryAfter: error.retryAfterSeconds }
      : {};
  return {
    code: error.code === 'invalid_input' ? 'BAD_USER_INPUT' : error.code.toUpperCase(),
    ...(error.details === undefined ? {} : { details: error.details }),
    ...retry,
  };
}
