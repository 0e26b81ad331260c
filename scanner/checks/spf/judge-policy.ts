import type { ParsedSpfRecord } from '../../protocols/mail/spf/parse-record.ts';
import type { PartBuilder } from '../part-builder.ts';

export interface SpfCircumstances {
  readonly domain: string;
  /** No mail exchanger, or a null MX. */
  readonly isParked: boolean;
  readonly takesNoMail: boolean;
}

const all = 'RFC 7208 section 5.1';

/** Judges the record's policy for hosts that no mechanism names. */
export function judgePolicy(
  record: ParsedSpfRecord,
  { domain, isParked, takesNoMail }: SpfCircumstances,
  part: PartBuilder,
): void {
  if (record.errors.length > 0) return;
  const last = record.directives.find(({ name }) => name === 'all');
  if (last === undefined) {
    if (record.redirect === undefined)
      part.warning(
        'medium',
        'no_all',
        'The record ends without all: other hosts are neutral.',
        'RFC 7208 section 4.7',
        {
          advice: 'End it with -all or ~all.',
        },
      );
    return;
  }
  const nobody = last === record.directives[0] && last.qualifier === '-';
  switch (last.qualifier) {
    case '+':
      part.fail('critical', 'pass_all', `+all lets every host send as ${domain}.`, all, {
        advice: 'End the record with -all or ~all.',
      });
      break;
    case '?':
      part.warning('medium', 'neutral_all', '?all says nothing about other hosts.', all, {
        advice: 'End the record with -all or ~all.',
      });
      break;
    case '~':
      part.info('softfail_all', '~all marks other hosts without refusing them.', all);
      break;
    case '-':
      part.pass(
        'fail_all',
        nobody ? `${domain} sends no mail at all.` : 'Other hosts are refused by -all.',
        all,
      );
  }
  if (!isParked || nobody) return;
  const why = takesNoMail ? 'takes no mail by its null MX' : 'has no mail exchanger';
  part.info(
    'parked_without_fail',
    `${domain} ${why}; where it sends none either, its record should be "v=spf1 -all".`,
    'RFC 7505 section 4.2',
  );
}
