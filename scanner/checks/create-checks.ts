import type { Clock } from '@sonde/shared/system/clock.ts';
import { systemClock } from '@sonde/shared/system/system.ts';
import { ProvenZones } from '../protocols/dnsbl/proven-zones.ts';
import type { RegistrationDirectory } from '../protocols/registration/registration-directory.ts';
import type { LogList } from '../protocols/transparency/followed-logs.ts';
import type { Check } from '../run/check.ts';
import { bimiScanner } from './bimi/scan-bimi.ts';
import { createBlocklistsScanner } from './blocklists/scan-blocklists.ts';
import { caaScanner } from './caa/scan-caa.ts';
import { daneScanner } from './dane/scan-dane.ts';
import { delegationScanner } from './delegation/scan-delegation.ts';
import { nameServersScanner } from './delegation/scan-name-servers.ts';
import { dkimScanner } from './dkim/scan-dkim.ts';
import { dmarcScanner } from './dmarc/scan-dmarc.ts';
import { dnssecScanner } from './dnssec/scan-dnssec.ts';
import { encryptedDnsScanner } from './encrypted-dns/scan-encrypted-dns.ts';
import { domainFingerprintScanner } from './fingerprint/scan-domain-fingerprint.ts';
import { mtaStsScanner } from './mta-sts/scan-mta-sts.ts';
import { multiSignerScanner } from './multi-signer/scan-multi-signer.ts';
import { mxScanner } from './mx/scan-mx.ts';
import { createPropagationScanner } from './propagation/scan-propagation.ts';
import { recordsScanner } from './records/scan-records.ts';
import { servicesScanner } from './services/scan-services.ts';
import { smtpScanner } from './smtp/scan-smtp.ts';
import { spfScanner } from './spf/scan-spf.ts';
import { svcbScanner } from './svcb/scan-svcb.ts';
import { techStackScanner } from './tech/scan-tech-stack.ts';
import { createTlsScanner } from './tls/scan-tls.ts';
import { tlsRptScanner } from './tls-rpt/scan-tls-rpt.ts';
import { createTransparencyScanner } from './transparency/scan-transparency.ts';
import { createWhoisScanner } from './whois/scan-whois.ts';
import { zonemdScanner } from './zonemd/scan-zonemd.ts';

export interface ChecksParts {
  /** Certificates of the authorities that are trusted, DER. */
  readonly roots: readonly Uint8Array[];
  /** Logs of certificates whose timestamps are verified. */
  readonly logs?: LogList | undefined;
  /** Resolvers whose answers are compared with the answers of a zone's own servers. */
  readonly propagationResolvers: readonly string[];
  /** Zones of lists of domains; without any there is no such check. */
  readonly blocklists?: readonly string[];
  /** A search in logs of certificates, with `{domain}`; without it there is no such check. */
  readonly certificateSearch?: string | undefined;
  /** The directory of registries to ask; without it there is no such check. */
  readonly registrations?: Pick<RegistrationDirectory, 'find'> | undefined;
  readonly clock?: Clock;
}

/** Creates every check of a scan, in the order in which results tell of them. */
export function createChecks(parts: ChecksParts): readonly Check[] {
  const { roots, logs, propagationResolvers, registrations, blocklists = [], certificateSearch } = parts;
  const { clock = systemClock } = parts;
  const tlsScanner = createTlsScanner({ roots, logs });
  return [
    { scanner: recordsScanner, level: 'basic', family: 'dns' },
    { scanner: dnssecScanner, level: 'basic', family: 'dns' },
    { scanner: delegationScanner, level: 'advanced', family: 'dns' },
    { scanner: nameServersScanner, level: 'advanced', family: 'dns' },
    { scanner: createPropagationScanner(propagationResolvers), level: 'advanced', family: 'dns' },
    { scanner: multiSignerScanner, level: 'advanced', family: 'dns' },
    { scanner: zonemdScanner, level: 'advanced', family: 'dns' },
    { scanner: svcbScanner, level: 'advanced', family: 'dns', aliases: ['https'] },
    { scanner: encryptedDnsScanner, level: 'advanced', family: 'dns', aliases: ['dot', 'doh'] },
    { scanner: mxScanner, level: 'basic', family: 'email', aliases: ['mx-health'] },
    { scanner: spfScanner, level: 'basic', family: 'email' },
    { scanner: dkimScanner, level: 'basic', family: 'email' },
    { scanner: dmarcScanner, level: 'basic', family: 'email' },
    { scanner: mtaStsScanner, level: 'basic', family: 'email' },
    { scanner: smtpScanner, level: 'basic', family: 'email', aliases: ['starttls', 'mx-health'] },
    { scanner: tlsRptScanner, level: 'advanced', family: 'email' },
    { scanner: daneScanner, level: 'advanced', family: 'email' },
    { scanner: bimiScanner, level: 'advanced', family: 'email' },
    { scanner: caaScanner, level: 'advanced', family: 'security' },
    ...(certificateSearch === undefined
      ? []
      : [
          {
            scanner: createTransparencyScanner(certificateSearch),
            level: 'advanced',
            family: 'security',
          } as const,
        ]),
    { scanner: servicesScanner, level: 'advanced', family: 'intel' },
    { scanner: domainFingerprintScanner, level: 'advanced', family: 'intel' },
    { scanner: techStackScanner, level: 'advanced', family: 'intel' },
    ...(blocklists.length === 0
      ? []
      : [
          {
            scanner: createBlocklistsScanner(blocklists, new ProvenZones(clock)),
            level: 'advanced',
            family: 'intel',
            aliases: ['reputation', 'threat'],
          } as const,
        ]),
    ...(registrations === undefined
      ? []
      : [{ scanner: createWhoisScanner(registrations), level: 'advanced', family: 'intel' } as const]),
    { scanner: tlsScanner, level: 'certificate', family: 'security', aliases: ['ssl', 'ssl-chain'] },
  ];
}
