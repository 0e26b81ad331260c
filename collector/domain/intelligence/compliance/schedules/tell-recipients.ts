import { type Fetch, FetchError } from '@sonde/scanner/ports/fetch.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { ComplianceReportStore } from '../../../../ports/compliance/compliance-reports.ts';
import type {
  ClaimedReportDelivery,
  ComplianceScheduleStore,
} from '../../../../ports/compliance/compliance-schedules.ts';
import type { SendMail } from '../../../../ports/system/mailer.ts';
import type { DeliveryOutcome } from '../../../../ports/threats/notifications.ts';
import { type BrandPorts, chooseBrand } from '../../../people/brand/choose-brand.ts';
import { oneLine } from '../../../people/notifications/one-line.ts';
import { retryDelay } from '../../../people/notifications/retry-delay.ts';
import { postOnce } from '../../../people/notifications/send-notice.ts';
import { reportDocumentSchema } from '../report-document.ts';
import type { ReportSigner } from '../report-signer.ts';
import { reportHtml } from '../report-text.ts';
import { noticeLines, type ReportNotice, reportNotice } from './report-notice.ts';

const atOnce = 4;
/** Longer than any attempt, so that nobody else takes on what is under way. */
const leaseSeconds = 120;
/** Milliseconds for one attempt. */
const patience = 15_000;
/** Characters of a page that a mail brings along: more, and mail servers refuse it. */
const mostAttached = 4_000_000;

export interface TellRecipientsPorts extends BrandPorts {
  readonly complianceSchedules: Pick<ComplianceScheduleStore, 'claimDeliveries' | 'settleDelivery'>;
  readonly complianceReports: Pick<ComplianceReportStore, 'find' | 'written'>;
  readonly reportSigner: Pick<ReportSigner, 'signWebhook'>;
  readonly notificationFetch: Fetch;
  /** Absent if no mail server is set. */
  readonly sendMail?: SendMail | undefined;
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells the recipients of scheduled reports, with repetitions. What is under way when `signal` aborts is taken up again. */
export async function tellRecipients(ports: TellRecipientsPorts, signal: AbortSignal): Promise<void> {
  const { complianceSchedules: store } = ports;
  for (;;) {
    signal.throwIfAborted();
    const claimed = await store.claimDeliveries(atOnce, leaseSeconds);
    if (claimed.length === 0) return;
    for (const delivery of claimed) {
      const error = await attempt(delivery, ports, signal);
      await store.settleDelivery(delivery, outcomeOf(delivery, error, ports.log));
    }
  }
}

function outcomeOf(
  { id, attempt: number, kind }: ClaimedReportDelivery,
  error: string | undefined,
  log: Log,
): DeliveryOutcome {
  if (error === undefined) return { state: 'delivered' };
  const afterSeconds = retryDelay(number);
  if (afterSeconds !== undefined) return { state: 'waiting', error, afterSeconds };
  log.warn({ delivery: id, kind, reason: error }, 'a recipient of a compliance report could not be told');
  return { state: 'dead', error: `${error} Given up after ${number} attempts.` };
}

/** One attempt: undefined, or why it failed. Throws if it is aborted. */
async function attempt(
  delivery: ClaimedReportDelivery,
  ports: TellRecipientsPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  try {
    return await (delivery.kind === 'email' ? mail : post)(delivery, ports, inTime);
  } catch (error) {
    signal.throwIfAborted();
    if (inTime.aborted || error instanceof FetchError) return 'The recipient could not be reached.';
    throw error;
  }
}

async function gather(delivery: ClaimedReportDelivery, ports: TellRecipientsPorts) {
  const { complianceReports, clock, publicUrl } = ports;
  const { accountId, reportId } = delivery;
  const report = await complianceReports.find(accountId, reportId);
  if (report === undefined) return undefined;
  const written = await complianceReports.written(accountId, reportId);
  const known = written && { document: reportDocumentSchema.parse(written.document), seal: written };
  const at = new Date(clock.now());
  return { known, notice: reportNotice(delivery, report, known, { at, publicUrl }) };
}

async function post(
  delivery: ClaimedReportDelivery,
  ports: TellRecipientsPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const told = await gather(delivery, ports);
  if (told === undefined) return undefined;
  const body = JSON.stringify(told.notice);
  const headers = await ports.reportSigner.signWebhook({
    id: told.notice.id,
    seconds: Math.floor(ports.clock.now() / 1_000),
    body,
  });
  const result = await postOnce(delivery.target, { text: body, headers }, ports, signal);
  return result.ok ? undefined : result.error;
}

async function mail(
  delivery: ClaimedReportDelivery,
  ports: TellRecipientsPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (ports.sendMail === undefined) return 'This collector has no mail server.';
  const told = await gather(delivery, ports);
  if (told === undefined) return undefined;
  const { notice, known } = told;
  const brand = chooseBrand(null, ports);
  const help = brand.support.email ?? brand.support.url;
  const page = known && (await pageOf(reportHtml(known.document, known.seal, brand)));
  const lines = noticeLines(notice).map(oneLine);
  await ports.sendMail(
    {
      to: delivery.target,
      subject: oneLine(`${brand.name}: ${subjectOf(notice)}`).slice(0, 150),
      text: `${lines.join('\n')}\n${help === null ? '' : `\n-- \n${brand.name}: ${help}\n`}`,
      ...(page && {
        attachments: [
          { filename: `${notice.report.framework}.html`, content: page, contentType: 'text/html' },
        ],
      }),
    },
    signal,
  );
  return undefined;
}

function subjectOf({ report }: ReportNotice): string {
  if (report.counts === null) return `${report.title}: the report failed`;
  const { met, partly_met, not_met } = report.counts;
  const changes = report.compared_with === null ? 'first report' : `${report.changes_count} changes`;
  return `${report.title}: ${met} met, ${partly_met} partly, ${not_met} not, ${changes}`;
}

/** A page as one text; undefined if it is too long for a mail. */
async function pageOf(parts: AsyncIterable<string>): Promise<string | undefined> {
  let page = '';
  for await (const part of parts) {
    page += part;
    if (page.length > mostAttached) return undefined;
  }
  return page;
}
