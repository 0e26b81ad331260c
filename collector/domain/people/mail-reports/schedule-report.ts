import { Conflict, InvalidInput } from '@sonde/shared/errors.ts';
import { isTimeZone } from '@sonde/shared/time/local-time.ts';
import type { MailReport, MailReportStore, NewMailReport } from '../../../ports/accounts/mail-reports.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { SendMail } from '../../../ports/system/mailer.ts';
import { requireLocation } from '../../traffic/monitoring/require-location.ts';
import type { Sender } from '../notifications/notice-mail.ts';
import { type MailRecipients, readTarget } from '../notifications/read-target.ts';
import { questionMail } from './report-mail.ts';

const mostReports = 20;
/** Milliseconds for the mail that asks. */
const patience = 15_000;

export interface ScheduleReportPorts {
  readonly mailReports: Pick<MailReportStore, 'add' | 'remove'>;
  readonly locations: Pick<LocationStore, 'find'>;
  readonly mailRecipients: MailRecipients;
  readonly sendMail?: SendMail | undefined;
  readonly sender?: (() => Sender) | undefined;
  /** People open the dashboard at this address: links in mails lead there. */
  readonly publicUrl: string | undefined;
}

/**
 * Has a report mailed again and again, once whoever reads the address has said yes: that is asked by mail. Throws
 * InvalidInput, NotFound, and a Conflict if this collector can't send mail or the question can't be sent.
 */
export async function scheduleReport(
  accountId: number,
  asked: NewMailReport,
  ports: ScheduleReportPorts,
  signal: AbortSignal,
): Promise<MailReport> {
  const { sendMail, publicUrl, mailReports } = ports;
  if (sendMail === undefined) throw new Conflict('This collector has no mail server (SONDE_SMTP_URL).');
  if (publicUrl === undefined)
    throw new Conflict('Mails need links: SONDE_PUBLIC_URL says where people open the dashboard.');
  if (!isTimeZone(asked.timeZone))
    throw new InvalidInput('time_zone', 'This time zone is not known: use a name such as Europe/Vienna.');
  const recipient = readTarget('email', asked.recipient, ports.mailRecipients, 'recipient');
  if (asked.locationId !== null) await requireLocation(accountId, asked.locationId, ports);
  const report = await mailReports.add(accountId, { ...asked, recipient }, mostReports);
  if (report === undefined) throw new Conflict(`An account has at most ${mostReports} reports by mail.`);
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    await sendMail(questionMail(report, publicUrl, ports.sender?.()), inTime);
  } catch (error) {
    await mailReports.remove(accountId, report.id);
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Conflict(`The mail that asks the recipient could not be sent: ${reason}`);
  }
  return report;
}
