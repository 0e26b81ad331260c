/**
 * A usage error reports a command that can't do what it was asked for: its message is for the operator, without a
 * stack.
 */
export class UsageError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'UsageError';
    this.exitCode = exitCode;
  }
}
