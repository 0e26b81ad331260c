import type { Registration } from '../../protocols/registration/registration.ts';
import type { PartBuilder } from '../part-builder.ts';

const soonDays = 30;
const verySoonDays = 7;
const youngDays = 30;

const dates = 'RFC 9083 section 4.5';
const eppStatus = 'RFC 5731 section 2.3';
const gracePeriods = 'RFC 3915 section 3.1';

/** Judges a registration for a domain's safety: whether it ends, is held, or may be moved away. */
export function judgeRegistration(
  part: PartBuilder,
  { status, expiresAt }: Registration,
  days: { readonly age: number | null; readonly left: number | null },
): void {
  const has = (...wanted: string[]) => status.find((one) => wanted.includes(one));
  const leaving = has('redemptionPeriod', 'pendingDelete');
  if (leaving !== undefined) {
    part.fail(
      'critical',
      'leaving_registry',
      `The registry is about to delete the domain (${leaving}).`,
      gracePeriods,
      {
        advice: 'Have the registrar restore the domain at once.',
        evidence: leaving,
      },
    );
  }
  const held = has('clientHold', 'serverHold');
  if (held !== undefined) {
    part.fail(
      'critical',
      'on_hold',
      `The domain is on hold (${held}), so that the DNS does not have it.`,
      eppStatus,
      {
        advice: 'Ask the registrar why, and have the hold taken away.',
        evidence: held,
      },
    );
  }
  if (days.left !== null && leaving === undefined) judgeEnd(part, days.left, expiresAt!, status);
  judgeLocks(part, status);
  if (days.age !== null && days.age < youngDays) {
    part.info('young', `The domain was registered ${inDays(days.age)} ago.`, dates);
  }
}

function judgeEnd(part: PartBuilder, left: number, expiresAt: string, status: readonly string[]): void {
  const evidence = expiresAt;
  const advice = 'Renew the domain, and see that it is renewed by itself.';
  if (left < 0) {
    // Many registries renew by themselves, and wait whether the registrar pays.
    const renews = status.includes('autoRenewPeriod');
    const message = `The registration ended ${inDays(-left)} ago${renews ? ', and is in its period of grace' : ''}.`;
    part.fail(renews ? 'high' : 'critical', 'registration_ended', message, dates, { advice, evidence });
  } else if (left <= soonDays) {
    const severity = left <= verySoonDays ? 'high' : 'medium';
    part.warning(severity, 'registration_ends_soon', `The registration ends in ${inDays(left)}.`, dates, {
      advice,
      evidence,
    });
  } else part.pass('registration_runs', `The registration runs for ${inDays(left)} more.`, dates);
}

function judgeLocks(part: PartBuilder, status: readonly string[]): void {
  // A registry that tells no status at all does not say that there is none.
  if (status.length === 0) return;
  if (status.some((one) => /^(?:(?:client|server)TransferProhibited|transferLocked)$/.test(one))) {
    part.pass('transfer_locked', 'The domain is locked against transfers to another registrar.', eppStatus);
  } else if (!status.includes('pendingTransfer')) {
    part.info(
      'no_transfer_lock',
      'The registry has no lock against transfers to another registrar.',
      eppStatus,
      {
        advice: 'Ask the registrar for a transfer lock, where the registry has one.',
      },
    );
  } else {
    part.warning(
      'high',
      'transfer_under_way',
      'The domain is being transferred to another registrar.',
      eppStatus,
      {
        advice: 'Object at the present registrar if nobody of yours asked for it.',
      },
    );
  }
}

function inDays(days: number): string {
  return days === 1 ? 'one day' : `${days} days`;
}
