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
      help: 'Resolvers that scans ask instead of resolving from the root, if only these can be reached.',
    }),
    rootHints: optional(text, {
      env: 'SONDE_ROOT_HINTS',
      flag: '--root-hints',
      placeholder: 'FILE',
      help: "Root servers, as a root hints file has them; the Internet's if absent.",
    }),
    trustAnchor: optional(text, {
      env: 'SONDE_TRUST_ANCHOR',
      flag: '--trust-anchor',
      placeholder: 'FILE',
      help: "DS or DNSKEY records that DNSSEC is validated from; the Internet's root keys if absent.",
    }),
    dnssecSha1: setting(choice('insecure', 'accept'), 'insecure', {
      env: 'SONDE_DNSSEC_SHA1',
      flag: '--dnssec-sha1',
      placeholder: 'TREATMENT',
      help: 'How zones that are signed with RSASHA1 are taken: as unsigned, as RFC 9905 demands, or as older validators do.',
    }),
    propagationResolvers: setting(list(resolverAddress), '1.1.1.1,8.8.8.8,9.9.9.9', {
      env: 'SONDE_PROPAGATION_RESOLVERS',
      flag: '--propagation-resolvers',
      placeholder: 'ADDRESSES',
      help: "Resolvers whose answers advanced scans compare with the answers of a zone's own servers.",
    }),
    authorities: optional(text, {
      env: 'SONDE_AUTHORITIES',
      flag: '--authorities',
      placeholder: 'FILE',
      help: 'Certificates in PEM of authorities to trust in scans besides the usual ones.',
    }),
    allowedNetworks: setting(list(network), '', {
      env: 'SONDE_ALLOWED_NETWORKS',
      flag: '--allowed-networks',
      placeholder: 'NETWORKS',
      help: 'Networks that scans and the collector may connect to although they are not public: private, loopback and link-local ones are refused otherwise.',
    }),
    handshakeEndings: setting(list(ending), '', {
      env: 'SONDE_HANDSHAKE_ENDINGS',
      flag: '--handshake-endings',
      placeholder: 'ENDINGS',
      help: 'Top-level labels that belong to Handshake here: the DNS is never asked for names under them, as for .eth or .onion.',
    }),
  }),
  ...settingsAbout('Services that scans ask', 'SONDE_', {
    rdapBootstrap: setting(text, 'https://data.iana.org/rdap/dns.json', {
      env: 'SONDE_RDAP_BOOTSTRAP',
      flag: '--rdap-bootstrap',
      placeholder: 'URL_OR_FILE',
      help: 'The list of RDAP services (RFC 9224), which advanced scans ask for registrations; `off` for none.',
    }),
    whoisRoot: setting(text, 'whois.iana.org', {
      env: 'SONDE_WHOIS_ROOT',
      flag: '--whois-root',
      placeholder: 'HOST',
      help: 'The WHOIS server that names the servers of top-level domains, which scans ask if RDAP does not tell; `off` for none.',
    }),
    addressBlocklists: setting(
      list(zoneName),
      'bl.spamcop.net,psbl.surriel.com,bl.mailspike.net,bl.spameatingmonkey.net,bl.blocklist.de,bl.0spam.org,rbl.interserver.net,dnsbl.spfbl.net,truncate.gbudb.net,all.s5h.net,dnsbl.zapbl.net,dnsrbl.swinog.ch,dnsbl-1.uceprotect.net',
      {
        env: 'SONDE_ADDRESS_BLOCKLISTS',
        flag: '--address-blocklists',
        placeholder: 'ZONES',
        help: 'Lists of addresses in the DNS (RFC 5782) that scans of addresses ask; see to it that you may use them.',
      },
    ),
    domainBlocklists: setting(list(zoneName), '', {
      env: 'SONDE_DOMAIN_BLOCKLISTS',
      flag: '--domain-blocklists',
      placeholder: 'ZONES',
      help: 'Lists of domains in the DNS (RFC 5782) that advanced scans ask; see to it that you may use them.',
    }),
    certificateSearch: optional(searchUrl, {
      env: 'SONDE_CERTIFICATE_SEARCH',
      flag: '--certificate-search',
      placeholder: 'URL',
      help: 'A search in logs of certificates that answers with the JSON of crt.sh, such as `https://crt.sh/?q={domain}&output=json`; advanced scans ask it.',
    }),
    technologyRules: setting(list(text), '', {
      env: 'SONDE_TECHNOLOGY_RULES',
      flag: '--technology-rules',
      placeholder: 'FILES_OR_URLS',
      help: 'Rules for web technologies beside our own, in the JSON that webappanalyzer and its kin are written in: files, folders of them, and http or https addresses, which a collector fetches. See to it that you may use them.',
    }),
    technologyVulnerabilities: setting(list(text), '', {
      env: 'SONDE_TECHNOLOGY_VULNERABILITIES',
      flag: '--technology-vulnerabilities',
      placeholder: 'FILES_OR_URLS',
      help: 'Known vulnerabilities of JavaScript libraries, in the JSON of retire.js: files, folders of them, and http or https addresses, which a collector fetches. Without it technologies are told without vulnerabilities.',
    }),
    certificateLogs: optional(text, {
      env: 'SONDE_CERTIFICATE_LOGS',
      flag: '--certificate-logs',
      placeholder: 'FILE',
      help: 'A list of logs of certificates, in the JSON that browsers publish theirs in (version 3); with it scans verify timestamps.',
    }),
  }),
  ...settingsAbout('Limits of a scan', 'SONDE_', {
    scanTime: setting(duration, '20s', {
      env: 'SONDE_SCAN_TIME',
      flag: '--scan-time',
      placeholder: 'TIME',
      help: 'How long the scan of one domain may take; what has not ended by then is told as an error.',
    }),
    scanQuestions: setting(integer(10, 100_000), '2000', {
      env: 'SONDE_SCAN_QUESTIONS',
      flag: '--scan-questions',
      placeholder: 'COUNT',
      help: 'Questions of the DNS that one scan may ask.',
    }),
    scanSockets: setting(integer(8, 10_000), '512', {
      env: 'SONDE_SCAN_SOCKETS',
      flag: '--scan-sockets',
      placeholder: 'COUNT',
      help: 'Sockets that scans may have open to name servers at once, all together.',
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
