import type { Log } from '@sonde/shared/system/log.ts';
import { nextTime } from '@sonde/shared/time/next-time.ts';
import type { ClaimedReport, MailReportStore } from '../../../ports/accounts/mail-reports.ts';
import type { SendMail } from '../../../ports/system/mailer.ts';
import type { Sender } from '../notifications/notice-mail.ts';
import { type GatherReportPorts, gatherReport } from './gather-report.ts';
import { reportMail } from './report-mail.ts';

/** One run sends at most this many: what is left is due at the next. */
const mostOfRun = 50;
/** Longer than a report takes: comparing and sending together. */
const leaseSeconds = 300;
const patience = 30_000;
const mostAttempts = 4;
const retryMinutes = 10;

export interface SendReportsPorts extends GatherReportPorts {
  readonly mailReports: Pick<MailReportStore, 'claim' | 'settle'>;
  readonly sendMail?: SendMail | undefined;
  readonly sender?: (() => Sender) | undefined;
  readonly publicUrl: string | undefined;
  readonly log: Log;
}

/** Mails the reports that are due; each is taken on by one collector. What fails is tried again, four times in all. */
export async function sendDueReports(ports: SendReportsPorts, signal: AbortSignal): Promise<void> {
  const { mailReports, sendMail, publicUrl } = ports;
  if (sendMail === undefined || publicUrl === undefined) return;
  for (let sent = 0; sent < mostOfRun && !signal.aborted; sent++) {
    const report = await mailReports.claim(leaseSeconds);
    if (report === undefined) return;
    const error = await attempt(report, { ...ports, sendMail, publicUrl }, signal);
    const again = error !== null && report.attempts < mostAttempts;
    const now = ports.clock.now();
    const nextAt = again ? new Date(now + retryMinutes * 60_000) : nextTime(report, new Date(now));
    await mailReports.settle(report.id, { nextAt, error, again });
  }
}

/** Tries to send a report; gives the error in words, or null if it was sent. */
async function attempt(
  report: ClaimedReport,
  ports: SendReportsPorts & { sendMail: SendMail; publicUrl: string },
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const facts = await gatherReport(
      {
        accountId: report.accountId,
        locationId: report.locationId ?? undefined,
        period: report.every === 'day' ? '24h' : '7d',
      },
      ports,
    );
    const mail = reportMail(report, facts, ports.publicUrl, ports.sender?.());
    await ports.sendMail(mail, AbortSignal.any([signal, AbortSignal.timeout(patience)]));
    return null;
  } catch (error) {
    signal.throwIfAborted();
    ports.log.warn({ err: error, report: report.id }, 'a report could not be mailed');
    return error instanceof Error ? error.message : String(error);
  }
}
