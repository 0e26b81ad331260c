import { RequestError } from 'got';
import { askStatus } from '../../../agent/status/ask-status.ts';
import type { StatusReport } from '../../../agent/status/status-report.ts';

/** What the agent that runs on a state directory says now; undefined if none does, or if it is too busy to answer. */
export async function statusNow(directory: string): Promise<StatusReport | undefined> {
  try {
    return await askStatus(directory);
  } catch (error) {
    if (error instanceof RequestError && error.code === 'ETIMEDOUT') return undefined;
    throw error;
  }
}
