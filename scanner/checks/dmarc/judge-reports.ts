import type { DmarcRecord } from '../../protocols/mail/dmarc/parse-record.ts';
import type { ReportUri } from '../../protocols/mail/dmarc/report-uri.ts';
import { parseTagList, tagValue } from '../../protocols/mail/tag-list.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { ReportAddress } from './dmarc-result.ts';

const format = 'RFC 9989 section 4.7';
const external = 'RFC 9990 section 4';

/** Judges the addresses that reports go to. */
export function judgeReports(
  record: DmarcRecord,
  addresses: { readonly rua: readonly ReportAddress[]; readonly ruf: readonly ReportAddress[] },
  part: PartBuilder,
): void {
  if (record.rua.length === 0)
    part.warning(
      'low',
      'no_reports',
      'No aggregate reports are asked for: nobody sees who sends in this name.',
      format,
      {
        advice: 'Add rua=mailto:... .',
      },
    );
  if (record.ruf.length === 0 && tagValue(parseTagList(record.text).tags, 'fo') !== undefined)
    part.warning('low', 'fo_without_ruf', 'fo= does nothing without ruf=.', format, {
      advice: 'Remove fo=, or add ruf=.',
    });
  for (const tag of ['rua', 'ruf'] as const) {
    for (const uri of record[tag].slice(0, 10)) judgeUri(tag, uri, part);
    for (const address of addresses[tag]) judgeAuthorization(tag, address, part);
  }
}

function judgeUri(tag: string, { text, isUri, mailDomain, hasSize }: ReportUri, part: PartBuilder): void {
  if (!isUri && text.includes('@'))
    part.fail(
      'medium',
      'missing_mailto',
      `${tag}=${text.slice(0, 100)} lacks mailto: and is ignored.`,
      format,
      {
        advice: `Write mailto:${text.slice(0, 100)}.`,
      },
    );
  else if (!isUri || (mailDomain === undefined && /^mailto:/i.test(text)))
    part.fail('medium', 'bad_report_uri', `${tag}=${text.slice(0, 100)} is no address for reports.`, format, {
      advice: 'Write mailto: and an address.',
    });
  else if (mailDomain === undefined)
    part.info(
      'not_mailto',
      `${tag}=${text.slice(0, 100)}: receivers need not support anything but mailto:.`,
      format,
    );
  if (hasSize)
    part.info(
      'report_size',
      `${tag}=${text.slice(0, 100)}: the size behind "!" is not in use any more.`,
      'RFC 9989 section 4.6',
      {
        advice: 'Remove it.',
      },
    );
}

function judgeAuthorization(
  tag: string,
  { uri, authorization, instead }: ReportAddress,
  part: PartBuilder,
): void {
  const shown = uri.slice(0, 100);
  if (authorization === 'not_authorized' && instead.length > 0)
    part.fail(
      'medium',
      'redirected_elsewhere',
      `The domain of ${tag}=${shown} has the reports go to ${instead[0]!.slice(0, 100)}, which is of another: none are sent.`,
      external,
      {
        advice: 'Have its owner name addresses of the same domain only.',
      },
    );
  else if (authorization === 'not_authorized')
    part.fail(
      'medium',
      'not_authorized',
      `The domain of ${tag}=${shown} does not say that it takes these reports: none are sent.`,
      external,
      {
        advice: 'Have its owner publish "v=DMARC1" at <this domain>._report._dmarc.<theirs>.',
      },
    );
  else if (authorization === 'unknown')
    part.unknown(
      'authorization_unknown',
      `Whether the domain of ${tag}=${shown} takes these reports could not be looked up.`,
      external,
    );
  else if (authorization === 'authorized')
    part.pass(
      'authorized',
      instead.length === 0
        ? `The domain of ${tag}=${shown} takes these reports.`
        : `The domain of ${tag}=${shown} takes these reports, at ${instead[0]!.slice(0, 100)}.`,
      external,
    );
}
