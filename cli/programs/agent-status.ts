import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Program, rootDirectory } from './program.ts';

const execFileAsync = promisify(execFile);

/** The agent status is the part of the agent's status report that is read here. */
export interface AgentStatus {
  /** Query/response pairs handed to the shipper since it started. */
  readonly rows: number;
  /** Of these, the ones that a collector has accepted. */
  readonly accepted: number;
}

/** Asks the running agent with that state directory. Rejects while it does not answer. */
export async function agentStatus(state: string): Promise<AgentStatus> {
  const args = [join(rootDirectory, 'agent', 'main.ts'), 'status', '--json', '--state', state];
  const { stdout } = await execFileAsync(process.execPath, args);
  const { ledger, delivery } = JSON.parse(stdout) as {
    ledger: { rows_stored: number };
    delivery: { rowsAccepted: number };
  };
  return { rows: ledger.rows_stored, accepted: delivery.rowsAccepted };
}

/** Resolves when the agent captures. Rejects when it ends before that. */
export async function whenCapturing(state: string, agent: Program): Promise<void> {
  const ended = agent.exited.then((code) => code);
  for (;;) {
    const status = await Promise.race([agentStatus(state).catch(() => undefined), ended]);
    if (typeof status === 'number') throw new Error(`The agent ended (exit code ${status}).`);
    if (status !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Resolves when a collector has accepted every row, or after two minutes; the agent's own retries decide when. */
export async function whenDelivered(state: string): Promise<void> {
  for (let attempt = 0; attempt < 480; attempt++) {
    const { rows, accepted } = await agentStatus(state);
    if (accepted >= rows) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
