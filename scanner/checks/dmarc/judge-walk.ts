import type { PolicyDiscovery } from '../../protocols/mail/dmarc/discover-policy.ts';
import type { PartBuilder } from '../part-builder.ts';

const walkRule = 'RFC 9989 section 4.10';
const discoveryRule = 'RFC 9989 section 4.10.1';

/** Judges the places of the records that the tree walk found. `stray`: a record at the domain's own name. */
export function judgeWalk(
  domain: string,
  { walk, applied, unknown }: PolicyDiscovery,
  stray: string | undefined,
  part: PartBuilder,
): void {
  if (walk.failedAt !== undefined) {
    part.error('unanswered', `_dmarc.${walk.failedAt} TXT could not be looked up.`);
    part.unknown(
      'unanswered',
      `The walk for records ended at ${walk.failedAt}, which could not be looked up.`,
      walkRule,
    );
  }
  const own = walk.steps.find((step) => step.domain === domain);
  for (const { domain: at, claims, record } of walk.steps) {
    if (claims.length > 1)
      part.fail(
        'high',
        'several_records',
        `_dmarc.${at} has ${claims.length} records, which mean none.`,
        walkRule,
        {
          advice: 'Leave one record.',
          evidence: claims.slice(0, 5).join(' | ').slice(0, 1_000),
        },
      );
    else if (claims.length === 1 && record === undefined)
      part.fail(
        'high',
        'repeated_tag',
        `The record at _dmarc.${at} has a tag twice, which makes it invalid.`,
        'RFC 6376 section 3.2',
        {
          advice: 'Leave each tag once.',
          evidence: claims[0]!.slice(0, 500),
        },
      );
  }
  const meant = own?.strangers.find((text) => /dmarc/i.test(text));
  if (meant !== undefined && own?.claims.length === 0)
    part.fail(
      'high',
      'bad_version',
      `The record at _dmarc.${domain} does not begin with v=DMARC1 in these letters, and is ignored.`,
      'RFC 9989 section 4.7',
      {
        advice: 'Begin it with "v=DMARC1;".',
        evidence: meant.slice(0, 300),
      },
    );
  if (stray !== undefined)
    part.warning(
      'medium',
      'record_at_wrong_name',
      `A DMARC record stands at ${domain}, where nobody looks for it.`,
      'RFC 9989 section 4.5',
      {
        advice: `Move it to _dmarc.${domain}.`,
        evidence: stray.slice(0, 300),
      },
    );
  if (applied === undefined && !unknown)
    part.fail(
      'high',
      'no_record',
      `${domain} has no DMARC record: receivers take mail in its name as they please.`,
      discoveryRule,
      {
        advice: `Publish "v=DMARC1; p=none; rua=mailto:..." at _dmarc.${domain}, then tighten the policy.`,
      },
    );
}
