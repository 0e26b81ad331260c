import type { MtaStsPolicy } from '../../protocols/mail/mta-sts/parse-policy.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { MtaStsResult } from './mta-sts-result.ts';

const rule = 'RFC 8461 section 3.2';
/** A week: RFC 8461 section 3.2 expects weeks or more. */
const shortAge = 604_800;

/** Judges a policy and checks that it fits the domain's exchangers. */
export function judgePolicy(
  domain: string,
  policy: MtaStsPolicy,
  exchangers: MtaStsResult['exchangers'],
  part: PartBuilder,
): void {
  for (const problem of policy.problems.slice(0, 10))
    part.fail('high', 'bad_policy', problem, rule, { advice: 'Correct the policy file.' });
  for (const note of policy.notes.slice(0, 10))
    part.warning('low', 'policy_note', note, rule, { advice: 'Correct the policy file.' });
  if (policy.problems.length > 0) return;
  if (policy.mode === 'none') {
    part.info('mode_none', 'The policy switches MTA-STS off.', rule);
    return;
  }
  if (policy.mode === 'testing')
    part.warning(
      'low',
      'mode_testing',
      'In mode testing senders deliver all the same.',
      'RFC 8461 section 5',
      {
        advice: 'Change to mode enforce once TLS reports look right.',
      },
    );
  else
    part.pass(
      'mode_enforce',
      `Mail to ${domain} is not delivered without verified TLS.`,
      'RFC 8461 section 5',
    );
  if (policy.maxAge !== null && policy.maxAge < shortAge)
    part.warning(
      'low',
      'short_max_age',
      `max_age is ${policy.maxAge} seconds: senders forget the policy between messages.`,
      rule,
      {
        advice: 'Raise it to some weeks.',
      },
    );
  if (exchangers === null) return;
  const open = exchangers.filter(({ covered }) => !covered);
  for (const { host } of open.slice(0, 10))
    part.fail(
      policy.mode === 'enforce' ? 'critical' : 'high',
      'uncovered_exchanger',
      `${host} is named by no mx line of the policy: senders refuse to deliver there.`,
      'RFC 8461 section 4.1',
      {
        advice: `Add "mx: ${host}".`,
      },
    );
  if (open.length === 0 && exchangers.length > 0)
    part.pass('covered', 'The policy names every mail exchanger.', 'RFC 8461 section 4.1');
}
