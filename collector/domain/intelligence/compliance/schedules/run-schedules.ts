import { DomainError, TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { AccountStore } from '../../../../ports/accounts/accounts.ts';
import type { ComplianceReportStore } from '../../../../ports/compliance/compliance-reports.ts';
import type {
  ComplianceScheduleStore,
  DueSchedule,
} from '../../../../ports/compliance/compliance-schedules.ts';
import { type SubmitReportPorts, submitReport } from '../submit-report.ts';
import { nextRun } from './next-run.ts';

const leaseSeconds = 60;
const retryMilliseconds = 600_000;

export interface RunSchedulesPorts extends SubmitReportPorts {
  readonly complianceSchedules: Pick<ComplianceScheduleStore, 'claimDue' | 'settle'>;
  readonly complianceReports: Pick<ComplianceReportStore, 'submit' | 'find'>;
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly collectorId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Asks for the reports that are due, each once, whichever collectors look. A time that was missed is made up for once. */
export async function runSchedules(ports: RunSchedulesPorts, signal: AbortSignal): Promise<void> {
  const { complianceSchedules: store, collectorId, clock, random } = ports;
  while (!signal.aborted) {
    const at = new Date(clock.now());
    const due = await store.claimDue(collectorId, at, random.uuid(), leaseSeconds);
    if (due === undefined) return;
    const { error, soon } = await ask(due, ports);
    const nextRunAt = soon ? new Date(at.getTime() + retryMilliseconds) : nextRun(due, at);
    await store.settle(collectorId, due.id, { nextRunAt, at, error });
  }
}

/** Asks for the report of a schedule; gives the error, and whether it may be well in a short while. */
async function ask(
  due: DueSchedule,
  ports: RunSchedulesPorts,
): Promise<{ error: string | null; soon: boolean }> {
  const { id, accountId, reportId, framework, domains, title, scan } = due;
  try {
    const account = await ports.accounts.find(accountId);
    if (account?.tier !== 'enterprise' && account?.administrator !== true) {
      return { error: 'Reports of compliance need the tier enterprise.', soon: false };
    }
    if ((await ports.complianceReports.find(accountId, reportId)) !== undefined)
      return { error: null, soon: false };
    await submitReport({ accountId, framework, domains, title, scan, schedule: { id, reportId } }, ports);
    return { error: null, soon: false };
  } catch (error) {
    if (error instanceof DomainError) return { error: error.message, soon: error instanceof TooManyAttempts };
    ports.log.error({ err: error, schedule: id }, 'a scheduled compliance report could not be asked for');
    return { error: 'The report could not be asked for by a fault of ours; the log says more.', soon: true };
  }
}
