import { renderHtml } from '@sonde/shared/report/render-html.ts';
import { renderText } from '@sonde/shared/report/render-text.ts';
import { type ReportFacts, reportOf } from '@sonde/shared/report/report-model.ts';
import type { MailReport } from '../../../ports/accounts/mail-reports.ts';
import type { Mail } from '../../../ports/system/mailer.ts';
import { ownBrand } from '../brand/brand.ts';
import type { Sender } from '../notifications/notice-mail.ts';

/** Asks whoever reads the address whether the reports are wanted. */
export function questionMail(report: MailReport, publicUrl: string, sender: Sender = ownBrand): Mail {
  const often = report.every === 'day' ? 'every day' : 'once a week';
  return {
    to: report.recipient,
    subject: `${sender.name}: do you want reports by mail?`,
    text:
      `Somebody who runs ${sender.name} wants to send a report about DNS traffic to this address ${often}.\n\n` +
      `If you want it, confirm here:\n${link(publicUrl, 'confirm', report)}\n\n` +
      'If you do not, do nothing: no other mail will come.\n',
  };
}

/** Writes the report itself, as text and as HTML, with the way to end it. */
export function reportMail(
  report: MailReport,
  facts: ReportFacts,
  publicUrl: string,
  sender: Sender = ownBrand,
): Mail {
  const unsubscribe = link(publicUrl, 'unsubscribe', report);
  const said = { ...reportOf(facts), foot: { text: 'To get no more of these mails:', url: unsubscribe } };
  return {
    to: report.recipient,
    subject: `${sender.name}: ${said.title}`,
    text: renderText(said),
    html: renderHtml(said),
    unsubscribe,
  };
}

/** The token stands behind `#`, which is sent to nobody: only a click on the page counts, not a scanner of mails. */
function link(publicUrl: string, what: 'confirm' | 'unsubscribe', { token }: MailReport): string {
  return `${publicUrl.replace(/\/$/, '')}/mail#${what}=${token}`;
}
