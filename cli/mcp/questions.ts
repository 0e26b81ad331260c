import type { OperationName } from '@sonde/client/operation-types.ts';

/** A question is an operation that an assistant may use, under a name that says what it is good for. */
export interface Question {
  readonly name: string;
  readonly operation: OperationName;
  /** Whether the collector asks servers on the internet for it. */
  readonly asksOutside?: true;
  /** Parameters that are of no use here, such as other forms of the answer. */
  readonly without?: readonly string[];
}

/** The questions ask about the data of a collector: none of them changes anything. */
export const questions: readonly Question[] = [
  { name: 'traffic_statistics', operation: 'GET /api/v1/dns-monitoring/stats' },
  { name: 'compare_periods', operation: 'GET /api/v1/dns-monitoring/stats/compare' },
  { name: 'search_queries', operation: 'GET /api/v1/dns-monitoring/queries', without: ['format'] },
  { name: 'count_queries_over_time', operation: 'GET /api/v1/dns-monitoring/queries/histogram' },
  { name: 'list_encrypted_connections', operation: 'GET /api/v1/dns-monitoring/encrypted' },
  { name: 'share_of_encrypted_dns', operation: 'GET /api/v1/dns-monitoring/encrypted/share' },
  { name: 'list_threats', operation: 'GET /api/v1/dns-monitoring/threats' },
  { name: 'count_threats', operation: 'GET /api/v1/dns-monitoring/threats/counts' },
  { name: 'show_threat', operation: 'GET /api/v1/dns-monitoring/threats/{id}' },
  { name: 'list_cases', operation: 'GET /api/v1/dns-monitoring/cases' },
  { name: 'show_case', operation: 'GET /api/v1/dns-monitoring/cases/{id}' },
  { name: 'list_threat_notes', operation: 'GET /api/v1/dns-monitoring/threats/{id}/notes' },
  { name: 'list_exclusions', operation: 'GET /api/v1/dns-monitoring/exclusions' },
  { name: 'list_locations', operation: 'GET /api/v1/dns-monitoring/locations' },
  { name: 'list_agents', operation: 'GET /api/v1/dns-monitoring/agents' },
  { name: 'list_agent_losses', operation: 'GET /api/v1/dns-monitoring/agents/losses' },
  { name: 'list_client_names', operation: 'GET /api/v1/dns-monitoring/client-names' },
  { name: 'search_passive_dns', operation: 'GET /api/v2/passive-dns/query', without: ['format'] },
  { name: 'show_record_history', operation: 'GET /api/v2/history/timeline/{domain}' },
  { name: 'list_new_domains', operation: 'GET /api/v2/feeds/new-domains' },
  { name: 'list_first_seen_domains', operation: 'GET /api/v2/first-watch/alerts' },
  { name: 'check_indicator', operation: 'GET /api/v1/threat-intel/check/{indicator}' },
  { name: 'list_threat_feeds', operation: 'GET /api/v1/threat-intel/feeds' },
  { name: 'rate_threat_feeds', operation: 'GET /api/v1/threat-intel/feeds/value' },
  { name: 'list_scanned_domains', operation: 'GET /api/domains' },
  { name: 'show_latest_scan', operation: 'GET /api/domain/{domain}' },
  { name: 'list_scans', operation: 'GET /api/domain/{domain}/history' },
  { name: 'show_drift', operation: 'GET /api/v2/drift/detect/{domain}' },
  { name: 'show_route', operation: 'GET /api/ip/{ip}/bgp' },
  { name: 'list_address_scans', operation: 'GET /api/ip/{ip}/history' },
  { name: 'show_range', operation: 'GET /api/range/{cidr}/scan', without: ['format'] },
  { name: 'show_autonomous_system', operation: 'GET /api/asn/{asn}' },
  { name: 'list_suspicious_addresses', operation: 'GET /api/ips/high-risk' },
  { name: 'list_services', operation: 'GET /api/v2/intel/services' },
  { name: 'show_technologies', operation: 'GET /api/tech/website/{domain}' },
  { name: 'list_resolvers', operation: 'GET /api/v1/unbound/resolvers' },
  { name: 'show_resolver_statistics', operation: 'GET /api/v1/unbound/stats' },
  { name: 'list_policy_rules', operation: 'GET /api/v1/unbound/policy/rules' },
  { name: 'scan_domain', operation: 'POST /api/scan', asksOutside: true, without: ['stream'] },
  { name: 'rate_domain', operation: 'GET /api/v2/reputation/score', asksOutside: true },
  { name: 'scan_address', operation: 'GET /api/ip/{ip}/scan', asksOutside: true },
  { name: 'rate_address', operation: 'GET /api/ip/{ip}/reputation', asksOutside: true },
];
