/** A gone client ends the work for it: no fault, and there is nobody to be told of it. */
export class ClientGone extends Error {
  constructor() {
    super('the client is gone');
    this.name = 'ClientGone';
  }
}

/** Causes looked through, at most. */
const deepest = 5;

/**
 * Tells whether an error is a gone client, or came of one: a task that is told to stop may say so in words of its own.
 */
export function isClientGone(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < deepest && cause instanceof Error; depth++) {
    if (cause instanceof ClientGone) return true;
    cause = cause.cause;
  }
  return false;
}
