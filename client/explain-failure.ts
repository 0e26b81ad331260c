import { SondeError } from './sonde-error.ts';

/**
 * Explains a failed call in a sentence for a person: the collector's refusal, or why there is no answer; undefined
 * about any other error.
 */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof SondeError) {
    const details = error.details.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
    return `The collector answered ${error.status}: ${error.message}${details}`;
  }
  if (error instanceof SyntaxError)
    return 'The answer is not from a Sonde collector. Check the URL of the collector.';
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The collector did not answer in time.';
  if (!(error instanceof TypeError)) return undefined;
  // The words of fetch.
  if (error.message === 'terminated')
    return 'The connection to the collector ended before the answer was complete.';
  if (error.message !== 'fetch failed') return undefined;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const why = cause instanceof Error && cause.message !== '' ? cause.message : code;
  return `The collector can't be reached${why === undefined ? '.' : `: ${why}`}`;
}
