import type { PartBuilder } from '../part-builder.ts';
import type { SoaEntry } from './delegation-result.ts';

const hour = 3_600;
const day = 24 * hour;

/** Judges the timers that secondaries and resolvers go by (RFC 1912 section 2.2, RFC 2308 section 5). */
export function judgeSoa(part: PartBuilder, zone: string, soa: SoaEntry, servers: readonly string[]): void {
  const rule = 'RFC 1912 section 2.2';
  const odd: string[] = [];
  if (soa.refresh < 20 * 60 || soa.refresh > day)
    odd.push(`refresh ${soa.refresh} is not between 20 minutes and a day`);
  if (soa.retry >= soa.refresh) odd.push(`retry ${soa.retry} is not below refresh ${soa.refresh}`);
  if (soa.expire < 14 * day) odd.push(`expire ${soa.expire} is below two weeks`);
  if (soa.expire <= soa.refresh + soa.retry)
    odd.push(`expire ${soa.expire} is not above refresh and retry together`);
  for (const words of odd) {
    part.info('soa_timer', `The SOA of ${zone}: ${words}.`, rule, {
      advice: 'Set usual timers: 14400 3600 1209600.',
    });
  }
  if (soa.minimum > day) {
    part.warning(
      'low',
      'negative_ttl_long',
      `That a name of ${zone} is not there is kept for ${soa.minimum} seconds.`,
      'RFC 2308 section 5',
      {
        advice: 'Set the last number of the SOA to an hour.',
      },
    );
  }
  if (soa.mailbox === '.' || !soa.mailbox.includes('.')) {
    part.info(
      'soa_mailbox',
      `The SOA of ${zone} names no mailbox of somebody responsible.`,
      'RFC 1035 section 3.3.13',
    );
  } else if (soa.mailbox.includes('@')) {
    part.warning(
      'low',
      'soa_mailbox',
      `The mailbox in the SOA of ${zone} is written with @ in place of a dot.`,
      rule,
    );
  }
  if (odd.length === 0 && soa.minimum <= day)
    part.pass('soa_timers', `The timers of the SOA of ${zone} are usual ones.`, rule);
  if (servers.length > 0 && !servers.includes(soa.primary)) {
    part.info(
      'hidden_primary',
      `The primary ${soa.primary} of ${zone} is none of its name servers.`,
      'RFC 1996 section 2',
    );
  }
}
