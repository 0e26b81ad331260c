import type { AgentParts } from '../run/row-pipeline.ts';

/** The parts are the functions that the commands need from outside; `main.ts` gives the real ones. */
export interface CommandParts extends AgentParts {
  /** Counts the content of a capture file, as JSON. */
  readonly verifyFile: (
    path: string,
    ports: readonly number[],
    threads: number,
  ) => Promise<object & { readonly damage?: string | null }>;
  /** Writes the transactions of a capture file to a new file of C-DNS, and counts them. */
  readonly convertFile: (
    from: string,
    to: string,
    ports: readonly number[],
  ) => Promise<{
    readonly transactions: number;
    readonly malformedMessages: number;
    readonly octets: number;
  }>;
  /** Gives out the transactions of a capture file; `ready` is awaited now and then. */
  readonly readTransactions: (
    path: string,
    ports: readonly number[],
    take: (transaction: object) => void,
    ready: () => Promise<void>,
  ) => Promise<void>;
}
