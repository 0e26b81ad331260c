import { randomUUID } from 'node:crypto';
import type {
  ClaimedReport,
  MailReportStore,
  NewMailReport,
} from '../../../../collector/ports/accounts/mail-reports.ts';

type Stored = { -readonly [Key in keyof ClaimedReport]: ClaimedReport[Key] } & { heldUntil: number };

/** Reports by mail in memory, due by this machine's clock. */
export class FakeMailReports implements MailReportStore {
  #reports: Stored[] = [];
  #last = 0;

  async list(accountId: number) {
    return this.#reports.filter((report) => report.accountId === accountId).map(shown);
  }

  async add(accountId: number, report: NewMailReport, most: number) {
    if ((await this.list(accountId)).length >= most) return undefined;
    const added: Stored = {
      ...report,
      id: ++this.#last,
      accountId,
      token: randomUUID(),
      createdAt: new Date(),
      confirmedAt: null,
      nextAt: null,
      lastSentAt: null,
      lastError: null,
      attempts: 0,
      heldUntil: 0,
    };
    this.#reports.push(added);
    return shown(added);
  }

  async remove(accountId: number, id: number) {
    return this.#without((report) => report.accountId === accountId && report.id === id);
  }

  async find(token: string) {
    const found = this.#reports.find((report) => report.token === token);
    return found && shown(found);
  }

  async confirm(token: string, nextAt: Date) {
    const found = this.#reports.find((report) => report.token === token);
    if (found === undefined) return false;
    found.confirmedAt ??= new Date();
    found.nextAt ??= nextAt;
    return true;
  }

  async unsubscribe(token: string) {
    return this.#without((report) => report.token === token);
  }

  async claim(leaseSeconds: number) {
    const now = Date.now();
    const [due] = this.#reports
      .filter(({ nextAt, heldUntil }) => nextAt !== null && nextAt.getTime() <= now && heldUntil < now)
      .toSorted((one, other) => one.nextAt!.getTime() - other.nextAt!.getTime());
    if (due === undefined) return undefined;
    due.heldUntil = now + leaseSeconds * 1_000;
    due.attempts++;
    return shown(due);
  }

  async settle(id: number, outcome: { nextAt: Date; error: string | null; again: boolean }) {
    const found = this.#reports.find((report) => report.id === id);
    if (found === undefined) return;
    found.nextAt = outcome.nextAt;
    found.heldUntil = 0;
    found.lastError = outcome.error;
    if (!outcome.again) found.attempts = 0;
    if (outcome.error === null) found.lastSentAt = new Date();
  }

  #without(gone: (report: Stored) => boolean): boolean {
    const before = this.#reports.length;
    this.#reports = this.#reports.filter((report) => !gone(report));
    return this.#reports.length < before;
  }
}

function shown({ heldUntil: _, ...report }: Stored): ClaimedReport {
  return report;
}
