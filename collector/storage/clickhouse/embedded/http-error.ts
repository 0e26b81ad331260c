import { PoolFullError } from './session-pool.ts';
import { StatementError } from './statement.ts';

/** A request error states that a request cannot be taken; the code is ClickHouse's (36 is BAD_ARGUMENTS). */
export class RequestError extends Error {
  readonly code: number;
  readonly type = 'BAD_ARGUMENTS';

  constructor(message: string, code = 36) {
    super(message);
    this.code = code;
  }
}

/** Words an error as a ClickHouse server does, so that its clients find code and type. */
export function describeError(error: unknown): { status: number; code: number; text: string } {
  if (error instanceof RequestError || error instanceof StatementError || error instanceof PoolFullError) {
    return {
      status: error instanceof PoolFullError ? 503 : 400,
      code: error.code,
      text: `Code: ${error.code}. DB::Exception: ${error.message}. (${error.type})\n`,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const code = Number(/Code: (\d+)\./.exec(message)?.[1] ?? 1002);
  if (/Code: \d+\..*\([A-Z0-9_]+\)/s.test(message)) return { status: 500, code, text: `${message}\n` };
  return { status: 500, code, text: `Code: ${code}. DB::Exception: ${message}. (UNKNOWN_EXCEPTION)\n` };
}
