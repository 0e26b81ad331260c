import { optional, setting, settingsAbout, type ValuesOf } from '@sonde/shared/settings/setting.ts';
import { choice, duration, integer, list, network, text } from '@sonde/shared/settings/setting-types.ts';
import { ending, resolverAddress, searchUrl, zoneName } from './setting-types.ts';

/** The scanner settings state which servers a scan asks, and how much it may use. */
export const scannerSettings = {
  ...settingsAbout('Network of scans', 'SONDE_', {
    resolvers: setting(list(resolverAddress), '', {
      env: 'SONDE_RESOLVERS',
      flag: '--resolvers',
      placeholder: 'ADDRESSES',
      help: 'Resolvers that scans query instead of resolving from the root. Use them if scans can reach no other servers.',
    }),
    rootHints: optional(text, {
      env: 'SONDE_ROOT_HINTS',
      flag: '--root-hints',
      placeholder: 'FILE',
      help: 'A root hints file with the root servers. The default is the root servers of the Internet.',
    }),
    trustAnchor: optional(text, {
      env: 'SONDE_TRUST_ANCHOR',
      flag: '--trust-anchor',
      placeholder: 'FILE',
      help: 'A file with the DS or DNSKEY records that are the trust anchor of DNSSEC validation. The default is the root keys of the Internet.',
    }),
    dnssecSha1: setting(choice('insecure', 'accept'), 'insecure', {
      env: 'SONDE_DNSSEC_SHA1',
      flag: '--dnssec-sha1',
      placeholder: 'TREATMENT',
      help: 'How scans treat zones that are signed with RSASHA1: as unsigned, as RFC 9905 requires (`insecure`), or as signed, as older validators do (`accept`).',
    }),
    propagationResolvers: setting(list(resolverAddress), '1.1.1.1,8.8.8.8,9.9.9.9', {
      env: 'SONDE_PROPAGATION_RESOLVERS',
      flag: '--propagation-resolvers',
      placeholder: 'ADDRESSES',
      help: "Resolvers for advanced scans. The scans compare the answers of these resolvers with the answers of a zone's own servers.",
    }),
    authorities: optional(text, {
      env: 'SONDE_AUTHORITIES',
      flag: '--authorities',
      placeholder: 'FILE',
      help: 'A PEM file with certificates of authorities that scans trust in addition to the usual ones.',
    }),
    allowedNetworks: setting(list(network), '', {
      env: 'SONDE_ALLOWED_NETWORKS',
      flag: '--allowed-networks',
      placeholder: 'NETWORKS',
      help: 'Networks that scans and the collector can connect to although they are not public. Other private, loopback and link-local networks are refused.',
    }),
    handshakeEndings: setting(list(ending), '', {
      env: 'SONDE_HANDSHAKE_ENDINGS',
      flag: '--handshake-endings',
      placeholder: 'ENDINGS',
      help: 'Top-level labels that belong to Handshake here. As with .eth or .onion, names under them are never queried in the DNS.',
    }),
  }),
  ...settingsAbout('Services that scans ask', 'SONDE_', {
    rdapBootstrap: setting(text, 'https://data.iana.org/rdap/dns.json', {
      env: 'SONDE_RDAP_BOOTSTRAP',
      flag: '--rdap-bootstrap',
      placeholder: 'URL_OR_FILE',
      help: 'The list of RDAP services (RFC 9224), which advanced scans query for registrations. `off` disables RDAP.',
    }),
    whoisRoot: setting(text, 'whois.iana.org', {
      env: 'SONDE_WHOIS_ROOT',
      flag: '--whois-root',
      placeholder: 'HOST',
      help: 'The WHOIS server that names the WHOIS servers of top-level domains. Scans query it if RDAP has no answer. `off` disables WHOIS.',
    }),
    addressBlocklists: setting(
      list(zoneName),
      'bl.spamcop.net,psbl.surriel.com,bl.mailspike.net,bl.spameatingmonkey.net,bl.blocklist.de,bl.0spam.org,rbl.interserver.net,dnsbl.spfbl.net,truncate.gbudb.net,all.s5h.net,dnsbl.zapbl.net,dnsrbl.swinog.ch,dnsbl-1.uceprotect.net',
      {
        env: 'SONDE_ADDRESS_BLOCKLISTS',
        flag: '--address-blocklists',
        placeholder: 'ZONES',
        help: 'DNS blocklists of addresses (RFC 5782) that scans of addresses query. Make sure that you are allowed to use them.',
      },
    ),
    domainBlocklists: setting(list(zoneName), '', {
      env: 'SONDE_DOMAIN_BLOCKLISTS',
      flag: '--domain-blocklists',
      placeholder: 'ZONES',
      help: 'DNS blocklists of domains (RFC 5782) that advanced scans query. Make sure that you are allowed to use them.',
    }),
    certificateSearch: optional(searchUrl, {
      env: 'SONDE_CERTIFICATE_SEARCH',
      flag: '--certificate-search',
      placeholder: 'URL',
      help: 'A search service for certificate logs that answers in the JSON format of crt.sh, such as `https://crt.sh/?q={domain}&output=json`. Advanced scans query it.',
    }),
    technologyRules: setting(list(text), '', {
      env: 'SONDE_TECHNOLOGY_RULES',
      flag: '--technology-rules',
      placeholder: 'FILES_OR_URLS',
      help: 'Additional rules for web technologies, in the JSON format of webappanalyzer and related projects: files, directories of files, and http or https URLs, which a collector downloads. Make sure that you are allowed to use them.',
    }),
    technologyVulnerabilities: setting(list(text), '', {
      env: 'SONDE_TECHNOLOGY_VULNERABILITIES',
      flag: '--technology-vulnerabilities',
      placeholder: 'FILES_OR_URLS',
      help: 'Known vulnerabilities of JavaScript libraries, in the JSON format of retire.js: files, directories of files, and http or https URLs, which a collector downloads. Without it, technologies are shown without vulnerabilities.',
    }),
    certificateLogs: optional(text, {
      env: 'SONDE_CERTIFICATE_LOGS',
      flag: '--certificate-logs',
      placeholder: 'FILE',
      help: 'A list of certificate logs, in the JSON format that browsers publish (version 3). With it, scans verify timestamps of certificates.',
    }),
  }),
  ...settingsAbout('Limits of a scan', 'SONDE_', {
    scanTime: setting(duration, '20s', {
      env: 'SONDE_SCAN_TIME',
      flag: '--scan-time',
      placeholder: 'TIME',
      help: 'The longest duration of the scan of one domain. Checks that have not ended by then are reported as errors.',
    }),
    scanQuestions: setting(integer(10, 100_000), '2000', {
      env: 'SONDE_SCAN_QUESTIONS',
      flag: '--scan-questions',
      placeholder: 'COUNT',
      help: 'The number of DNS queries that one scan can send.',
    }),
    scanSockets: setting(integer(8, 10_000), '512', {
      env: 'SONDE_SCAN_SOCKETS',
      flag: '--scan-sockets',
      placeholder: 'COUNT',
      help: 'The number of sockets to name servers that all scans together can have open.',
    }),
  }),
} as const;

/** The scanner configuration holds the settings of scans, read. */
export type ScannerConfig = ValuesOf<typeof scannerSettings>;

/** Picks the scanner's settings and no others: another thread gets no secrets with them. */
export function scannerConfig(config: ScannerConfig): ScannerConfig {
  const names = Object.keys(scannerSettings) as (keyof ScannerConfig)[];
  return Object.fromEntries(names.map((name) => [name, config[name]])) as ScannerConfig;
}
