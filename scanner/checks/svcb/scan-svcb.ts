import type { Finding } from '../../ports/finding.ts';
import type { Scanner } from '../../ports/scanner.ts';
import { readEchConfigs } from '../../protocols/service-binding/ech-configs.ts';
import { errorsOf } from '../ask-records.ts';
import { compareHints } from './compare-hints.ts';
import { type FollowedBindings, followAliases } from './follow-aliases.ts';
import { judgeBindings } from './judge-bindings.ts';
import type { ServiceBindingEntry, SvcbResult } from './svcb-result.ts';

/**
 * The service binding scanner checks HTTPS records of the domain, and SVCB records of it and of its DNS service (RFC
 * 9460, RFC 9461).
 */
export const svcbScanner: Scanner<SvcbResult> = {
  id: 'svcb',
  async scan(domain, ports) {
    const [https, plain, dns] = await Promise.all([
      followAliases(domain, 'HTTPS', ports),
      followAliases(domain, 'SVCB', ports),
      followAliases(`_dns.${domain}`, 'SVCB', ports),
    ]);
    const httpsRecords = https.bindings.map(({ entry }) => entry);
    const svcbRecords = [...plain.bindings, ...dns.bindings].map(({ entry }) => entry);
    const services = usableServices(https);
    const hints = await compareHints([...services, ...usableServices(plain), ...usableServices(dns)], ports);
    const result: SvcbResult = {
      httpsRecords: unlessUnknown(httpsRecords, https),
      svcbRecords: unlessUnknown(svcbRecords, plain, dns),
      aliasChain: https.chain,
      supportsHttp3: told(
        https,
        services.some(({ alpn }) => alpn.some((protocol) => /^h3(?:-[0-9]+)?$/.test(protocol))),
      ),
      supportsEch: told(https, services.some(hasEch)),
      security: https.answers.at(-1)?.security ?? null,
    };
    return {
      result,
      findings: [
        ...presence(domain, https),
        ...judgeBindings(domain, https, 'HTTPS'),
        ...judgeBindings(domain, plain, 'SVCB'),
        ...judgeBindings(`_dns.${domain}`, dns, 'SVCB'),
        ...hints.findings,
      ],
      errors: errorsOf([...https.answers, ...plain.answers, ...dns.answers, ...hints.answers]),
    };
  },
};

/** Null if there are none, and some could not be looked up. */
function unlessUnknown(
  records: readonly ServiceBindingEntry[],
  ...ways: readonly FollowedBindings[]
): readonly ServiceBindingEntry[] | null {
  return records.length === 0 && ways.some(({ end }) => end === 'unanswered') ? null : records;
}

/** Null for a no that rests on what could not be looked up. */
function told({ end }: FollowedBindings, yes: boolean): boolean | null {
  return !yes && end === 'unanswered' ? null : yes;
}

/** What clients would use: none at an owner that has a malformed record, nor beside an alias (RFC 9460 sections 2.2 and 2.4.1). */
function usableServices({ bindings }: FollowedBindings): ServiceBindingEntry[] {
  const spoilt = new Set(
    bindings
      .filter(({ binding }) => binding === undefined || binding.priority === 0)
      .map(({ entry }) => entry.owner),
  );
  return bindings.map(({ entry }) => entry).filter(({ owner, usable }) => usable && !spoilt.has(owner));
}

function hasEch({ ech }: ServiceBindingEntry): boolean {
  if (ech === null) return false;
  return readEchConfigs(Buffer.from(ech, 'base64'))?.some(({ isKnown }) => isKnown) ?? false;
}

function presence(domain: string, { end, bindings }: FollowedBindings): Finding[] {
  if (end === 'unanswered') {
    return [
      {
        code: 'https_unanswered',
        status: 'unknown',
        message: `Whether ${domain} has HTTPS records could not be found out.`,
        rule: 'RFC 9460 section 9',
      },
    ];
  }
  if (bindings.length > 0) {
    return [
      {
        code: 'https_record',
        status: 'pass',
        message: `${domain} has HTTPS records.`,
        rule: 'RFC 9460 section 9',
      },
    ];
  }
  return [
    {
      code: 'no_https_record',
      status: 'info',
      message: `${domain} has no HTTPS record, which would let clients start with HTTP/3 and ECH at once.`,
      rule: 'RFC 9460 section 9',
    },
  ];
}
