import { optional, setting } from './setting.ts';
import {
  choice,
  duration,
  integer,
  list,
  resolverAddress,
  searchUrl,
  text,
  zoneName,
} from './setting-types.ts';

/** How domains are scanned: what of the network is asked, how much at once, and what is scanned again. */
export const scanSettings = {
  rootHints: optional(text, {
    env: 'SONDE_ROOT_HINTS',
    flag: '--root-hints',
    placeholder: 'FILE',
    help: "Root servers, as a root hints file has them; the Internet's where absent.",
  }),
  trustAnchor: optional(text, {
    env: 'SONDE_TRUST_ANCHOR',
    flag: '--trust-anchor',
    placeholder: 'FILE',
    help: "DS or DNSKEY records that DNSSEC is validated from; the Internet's root keys where absent.",
  }),
  dnssecSha1: setting(choice('insecure', 'accept'), 'insecure', {
    env: 'SONDE_DNSSEC_SHA1',
    flag: '--dnssec-sha1',
    placeholder: 'TREATMENT',
    help: 'How zones that are signed with RSASHA1 are taken: as unsigned, as RFC 9905 demands, or as older validators do.',
  }),
  resolvers: setting(list(resolverAddress), '', {
    env: 'SONDE_RESOLVERS',
    flag: '--resolvers',
    placeholder: 'ADDRESSES',
    help: 'Resolvers that scans ask in place of going down from the root by themselves, where only these may be reached.',
  }),
  propagationResolvers: setting(list(resolverAddress), '1.1.1.1,8.8.8.8,9.9.9.9', {
    env: 'SONDE_PROPAGATION_RESOLVERS',
    flag: '--propagation-resolvers',
    placeholder: 'ADDRESSES',
    help: "Resolvers whose answers advanced scans compare with those of a zone's own servers.",
  }),
  authorities: optional(text, {
    env: 'SONDE_AUTHORITIES',
    flag: '--authorities',
    placeholder: 'FILE',
    help: 'Certificates in PEM of authorities to trust in scans besides the usual ones.',
  }),
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
    help: 'The WHOIS server that names those of top-level domains, which are asked where RDAP does not tell; `off` for none.',
  }),
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
  certificateLogs: optional(text, {
    env: 'SONDE_CERTIFICATE_LOGS',
    flag: '--certificate-logs',
    placeholder: 'FILE',
    help: 'A list of logs of certificates, in the JSON that browsers publish theirs in (version 3); with it scans verify timestamps.',
  }),
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
  scanCache: setting(duration, '10m', {
    env: 'SONDE_SCAN_CACHE',
    flag: '--scan-cache',
    placeholder: 'TIME',
    help: 'How long what a scan found is told again without another look.',
  }),
  scansAtOnce: setting(integer(1, 1_000), '32', {
    env: 'SONDE_SCANS_AT_ONCE',
    flag: '--scans-at-once',
    placeholder: 'COUNT',
    help: 'Scans that run at once for callers who wait; others wait for their turn.',
  }),
  bulkScansAtOnce: setting(integer(1, 2_000), '64', {
    env: 'SONDE_BULK_SCANS_AT_ONCE',
    flag: '--bulk-scans-at-once',
    placeholder: 'COUNT',
    help: 'Scans of bulk jobs and of monitored domains that run at once.',
  }),
  scanWorkers: setting(integer(0, 64), '1', {
    env: 'SONDE_SCAN_WORKERS',
    flag: '--scan-workers',
    placeholder: 'COUNT',
    help: "Threads for those scans; with 0 they run in the collector's own. Half as many as the machine has cores leaves room for the stores.",
  }),
  scanSockets: setting(integer(8, 10_000), '512', {
    env: 'SONDE_SCAN_SOCKETS',
    flag: '--scan-sockets',
    placeholder: 'COUNT',
    help: 'Sockets that scans may have open to name servers at once, all together.',
  }),
  scanBurst: setting(integer(1, 1_000_000), '600', {
    env: 'SONDE_SCAN_BURST',
    flag: '--scan-burst',
    placeholder: 'UNITS',
    help: 'Costly work that one caller of the free tier may start at once: a scan takes 5 units, a single analysis 1 to 8. Higher tiers have more, as they have more requests. Each collector counts for itself.',
  }),
  scanBurstPerMinute: setting(integer(1, 1_000_000), '600', {
    env: 'SONDE_SCAN_BURST_PER_MINUTE',
    flag: '--scan-burst-per-minute',
    placeholder: 'UNITS',
    help: 'Units of it that come back in a minute.',
  }),
  monitorEvery: setting(duration, '12h', {
    env: 'SONDE_MONITOR_EVERY',
    flag: '--monitor-every',
    placeholder: 'TIME',
    help: 'How often monitored domains are scanned again.',
  }),
  monitorFor: setting(duration, '30d', {
    env: 'SONDE_MONITOR_FOR',
    flag: '--monitor-for',
    placeholder: 'TIME',
    help: 'How long a domain is monitored after an account last had it scanned.',
  }),
  monitor: setting(choice('on', 'off'), 'on', {
    env: 'SONDE_MONITOR',
    flag: '--monitor',
    placeholder: 'SWITCH',
    help: 'Whether this collector scans monitored domains again.',
  }),
} as const;
