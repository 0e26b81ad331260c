/** The command line asks for what cannot be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
