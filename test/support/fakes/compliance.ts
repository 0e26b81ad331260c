import type { ReportDocument } from '../../../collector/domain/intelligence/compliance/report-document.ts';
import type {
  ComplianceReport,
  ComplianceReportStore,
  NewComplianceReport,
  WrittenReport,
} from '../../../collector/ports/compliance/compliance-reports.ts';
import type {
  ComplianceSchedule,
  ComplianceScheduleStore,
  ScheduleSettings,
} from '../../../collector/ports/compliance/compliance-schedules.ts';

/** Schedules in memory; what only a database decides is not here. */
export class FakeComplianceSchedules
  implements Pick<ComplianceScheduleStore, 'add' | 'find' | 'list' | 'change' | 'remove'>
{
  #schedules: ComplianceSchedule[] = [];

  async add(accountId: number, id: string, settings: ScheduleSettings, nextRunAt: Date, most: number) {
    if (this.#schedules.filter((one) => one.accountId === accountId).length >= most) return undefined;
    const never = { lastRunAt: null, lastReportId: null, lastError: null };
    const told = { waiting: 0, dead: 0, deliveryError: null };
    this.#schedules.push({ ...settings, id, accountId, nextRunAt, createdAt: new Date(), ...never, ...told });
    return this.find(accountId, id);
  }

  async find(accountId: number, id: string) {
    return this.#schedules.find((one) => one.accountId === accountId && one.id === id);
  }

  async list(accountId: number, { limit, offset }: { limit: number; offset: number }) {
    const own = this.#schedules.filter((one) => one.accountId === accountId);
    return { count: own.length, schedules: own.slice(offset, offset + limit) };
  }

  async change(accountId: number, id: string, settings: ScheduleSettings, nextRunAt: Date) {
    this.#schedules = this.#schedules.map((one) =>
      one.accountId === accountId && one.id === id ? { ...one, ...settings, nextRunAt } : one,
    );
    return this.find(accountId, id);
  }

  async remove(accountId: number, id: string) {
    const before = this.#schedules.length;
    this.#schedules = this.#schedules.filter((one) => one.accountId !== accountId || one.id !== id);
    return this.#schedules.length < before;
  }
}

type Known = ComplianceReport & { readonly written?: WrittenReport };

/** Reports in memory. */
export class FakeComplianceReports implements ComplianceReportStore {
  #reports: Known[] = [];

  async submit(report: NewComplianceReport, mostUnfinished: number) {
    const own = this.#reports.filter(({ accountId }) => accountId === report.accountId);
    if (own.filter(({ finishedAt }) => finishedAt === null).length >= mostUnfinished) return undefined;
    const known: Known = {
      ...report,
      status: 'queued',
      done: 0,
      error: null,
      createdAt: new Date(),
      startedAt: null,
      finishedAt: null,
    };
    this.#reports.unshift(known);
    return known;
  }

  async find(accountId: number, id: string) {
    return this.#reports.find((one) => one.accountId === accountId && one.id === id);
  }

  async list(accountId: number, { limit, offset }: { limit: number; offset: number }) {
    const own = this.#reports.filter((one) => one.accountId === accountId);
    return { count: own.length, reports: own.slice(offset, offset + limit) };
  }

  async written(accountId: number, id: string) {
    return this.#reports.find((one) => one.accountId === accountId && one.id === id)?.written;
  }

  async before({ id, accountId, framework }: ComplianceReport) {
    const [one] = this.#reports.filter(
      (other) =>
        other.accountId === accountId && other.framework === framework && other.id !== id && other.written,
    );
    const { controls = [] } = (one?.written?.document ?? {}) as Partial<ReportDocument>;
    const states = controls.flatMap(({ id: control, assessments }) =>
      assessments.map(({ domain, state }) => ({ control, domain, state })),
    );
    return one && { id: one.id, states };
  }

  async delete(accountId: number, id: string) {
    const before = this.#reports.length;
    this.#reports = this.#reports.filter((one) => one.accountId !== accountId || one.id !== id);
    return this.#reports.length < before;
  }

  async claim() {
    return this.#reports.findLast(({ finishedAt }) => finishedAt === null);
  }

  async progress(_holder: string, id: string, done: number) {
    return this.#change(id, { status: 'running', done });
  }

  async finish(_holder: string, id: string, result: WrittenReport | { readonly error: string }) {
    const finishedAt = new Date();
    return 'error' in result
      ? this.#change(id, { status: 'failed', error: result.error, finishedAt })
      : this.#change(id, { status: 'completed', written: result, finishedAt });
  }

  #change(id: string, change: Partial<Known>): boolean {
    const found = this.#reports.some((one) => one.id === id);
    this.#reports = this.#reports.map((one) => (one.id === id ? { ...one, ...change } : one));
    return found;
  }
}
