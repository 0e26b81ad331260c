import { isIP } from 'node:net';
import { many } from '@sonde/shared/text/many.ts';
import type { Scanner } from '../../ports/scanner.ts';
import { PartBuilder } from '../part-builder.ts';
import { findAddresses, findExchangers, type HostAddresses, mostExchangers } from './find-exchangers.ts';
import { judgeExchangers } from './judge-exchangers.ts';
import type { MxResult } from './mx-result.ts';

const nullRule = 'RFC 7505 section 3';

/** The MX scanner finds the hosts that take mail for a domain (RFC 5321 section 5.1, RFC 7505). */
export const mxScanner: Scanner<MxResult> = {
  id: 'mx',
  async scan(domain, ports) {
    const part = new PartBuilder('mx');
    const { hosts, nullMx, answer } = await findExchangers(domain, ports, 'mx');
    part.asked(answer);
    if (answer.error !== undefined) {
      part.unknown(
        'unanswered',
        `The MX records of ${domain} could not be looked up.`,
        'RFC 5321 section 5.1',
      );
      const details = 'The MX records could not be looked up.';
      return part.done({ valid: null, nullMx: null, implicit: null, exchangers: null, details });
    }
    if (nullMx && hosts.length === 1) {
      part.pass('null_mx', `${domain} says that it takes no mail.`, nullRule);
      if (hosts[0]!.preference !== 0)
        part.warning('low', 'null_mx_preference', 'The preference of a null MX is 0.', nullRule, {
          advice: 'Publish it as "0 .": others may not be taken for one.',
        });
      return part.done(none({ valid: true, nullMx, details: 'The domain takes no mail (null MX).' }));
    }
    if (nullMx)
      part.fail('high', 'null_mx_beside_others', 'A null MX stands beside other MX records.', nullRule, {
        advice: 'Remove the null MX, or all the others.',
      });
    if (hosts.length === 0) {
      const own = await findAddresses(domain, ports, 'mx');
      part.asked(...own.answers);
      return part.done(implicit(domain, own, part));
    }
    const asked = hosts.filter(({ host }) => host !== '.' && isIP(host) === 0).slice(0, mostExchangers);
    const found = await Promise.all(asked.map(({ host }) => findAddresses(host, ports, 'mx')));
    for (const { answers } of found) part.asked(...answers);
    const reachable = judgeExchangers(domain, hosts, found, part);
    const valid = nullMx ? false : reachable;
    return part.done({
      valid,
      nullMx,
      implicit: false,
      exchangers: hosts.slice(0, 50).map(({ host, preference }) => {
        const of = found.find((one) => one.host === host);
        return {
          host,
          preference,
          addresses: of === undefined ? [] : known(of),
          alias: of === undefined || of.canonical === host ? null : of.canonical,
        };
      }),
      details: describeExchangers(hosts.length, valid, nullMx, found),
    });
  },
};

function implicit(domain: string, own: HostAddresses, part: PartBuilder): MxResult {
  const rule = 'RFC 5321 section 5.1';
  if (known(own) === null) {
    part.unknown(
      'unanswered',
      `The addresses of ${domain}, where its mail would go, could not be looked up.`,
      rule,
    );
    const details = 'There is no MX record, and the own addresses could not be looked up.';
    return { valid: null, nullMx: false, implicit: null, exchangers: null, details };
  }
  if (own.addresses.length === 0) {
    part.info('no_mail', `${domain} has neither MX records nor addresses: it takes no mail.`, rule, {
      advice: 'Publish a null MX, "0 .", so that senders need not try.',
    });
    return none({ valid: true, details: 'There is no mail exchanger.' });
  }
  part.info('implicit_mx', `${domain} has no MX record: mail goes to its own address.`, rule, {
    advice: 'Publish an MX record, or a null MX where no mail is taken.',
  });
  const exchangers = [{ host: domain, preference: 0, addresses: own.addresses.slice(0, 20), alias: null }];
  return {
    ...none({ valid: true, details: 'There is no MX record: mail goes to the own address.' }),
    implicit: true,
    exchangers,
  };
}

function describeExchangers(
  count: number,
  valid: boolean | null,
  nullMx: boolean,
  found: readonly HostAddresses[],
): string {
  if (nullMx) return `${count} MX records, of which one is a null MX.`;
  const exchangers = many(count, 'mail exchanger');
  if (valid === null) return `${exchangers}, whose addresses could not be looked up.`;
  const withAddress = found.filter(({ addresses }) => addresses.length > 0).length;
  if (withAddress === 0) return `${exchangers}, but none has an address.`;
  if (withAddress === count) return `${exchangers} with addresses.`;
  if (found.length < count)
    return `${exchangers}: ${withAddress} of the ${found.length} that were looked up with addresses.`;
  return `${exchangers}: ${withAddress} with addresses.`;
}

/** Null if none was told and not all were: what was not answered may have some. */
function known({ addresses, answers }: HostAddresses): readonly string[] | null {
  const isUnknown = addresses.length === 0 && answers.some(({ error }) => error !== undefined);
  return isUnknown ? null : addresses.slice(0, 20);
}

function none(parts: Partial<MxResult> & Pick<MxResult, 'valid' | 'details'>): MxResult {
  return { nullMx: false, implicit: false, exchangers: [], ...parts };
}
