import type { Scanner } from '../../ports/scanner.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import { isTlsRptRecord, parseTlsRptRecord } from '../../protocols/mail/tls-rpt/parse-record.ts';
import { askSoundRecords } from '../ask-sound-records.ts';
import { PartBuilder } from '../part-builder.ts';
import type { TlsRptResult } from './tls-rpt-result.ts';

const rule = 'RFC 8460 section 3';

/** The TLS-RPT scanner finds the addresses that get reports about TLS of a domain's mail (RFC 8460). */
export const tlsRptScanner: Scanner<TlsRptResult> = {
  id: 'tls-rpt',
  async scan(domain, ports) {
    const part = new PartBuilder('tls-rpt');
    const name = `_smtp._tls.${domain}`;
    const answer = await askSoundRecords(name, 'TXT', ports, 'tls-rpt');
    part.asked(answer);
    if (answer.error !== undefined) {
      part.unknown('unanswered', `The record at ${name} could not be looked up.`, rule);
      return part.done(result(null, null, null, 'The record could not be looked up.'));
    }
    const texts = answer.records.map(({ data }) => textOfRecord(data));
    const records = texts.filter(isTlsRptRecord);
    const [text] = records;
    if (text === undefined) {
      const meant = texts.find((one) => /tlsrpt/i.test(one));
      if (meant !== undefined)
        part.warning('low', 'bad_record', `The record at ${name} does not begin with "v=TLSRPTv1;".`, rule, {
          advice: 'Begin it with v=TLSRPTv1 and a semicolon.',
          evidence: meant.slice(0, 200),
        });
      else
        part.info('no_record', `${domain} asks for no reports about TLS of its mail.`, rule, {
          advice: `Publish "v=TLSRPTv1; rua=mailto:..." at ${name}.`,
        });
      return part.done(result(false, null, [], 'There is no record.'));
    }
    if (records.length > 1) {
      part.fail(
        'medium',
        'several_records',
        `${name} has ${records.length} records, which senders take for none.`,
        rule,
        {
          advice: 'Leave one.',
        },
      );
      return part.done(result(false, null, [], 'There are several records.'));
    }
    const { destinations, problems, notes } = parseTlsRptRecord(text);
    for (const problem of problems.slice(0, 10))
      part.fail('medium', 'bad_field', problem, rule, {
        advice: 'Correct the record.',
        evidence: text.slice(0, 200),
      });
    for (const note of notes)
      part.warning('low', 'repeated_field', `${note} Senders may look at one of them only.`, rule, {
        advice: 'Put all addresses into one rua=, with commas between them.',
        evidence: text.slice(0, 200),
      });
    const valid = problems.length === 0 && destinations.length > 0;
    if (valid) part.pass('record', `Reports go to ${destinations.join(', ')}.`.slice(0, 500), rule);
    const details = valid ? `Reports go to ${destinations.length} address(es).` : 'The record is not sound.';
    return part.done(result(valid, text.slice(0, 2_000), destinations, details));
  },
};

function result(
  valid: boolean | null,
  record: string | null,
  destinations: readonly string[] | null,
  details: string,
): TlsRptResult {
  return { valid, record, destinations, details };
}
