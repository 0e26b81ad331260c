/**
 * The AdGuard Home shape table lists the options of AdGuardHome.yaml up to schema 34, and those of older schemas, which it moves when it
 * starts, as `readShapes` reads them: what its structures and its migrations have, 2026.
 */
export const adguardShapeTable = `
. | address | bind_host
. | text | http_proxy language theme log_file
. | port | bind_port beta_bind_port
. | count | auth_attempts block_auth_min web_session_ttl rlimit_nofile schema_version
. | number | log_max_backups log_max_size log_max_age
. | boolean | debug_pprof log_compress log_localtime verbose unsafe_use_custom_update_index_url
. | text[] | user_rules
http | address-and-port | address
http | duration | session_ttl
http.pprof | port | port
http.pprof | boolean | enabled
http.doh | text[] | routes
http.doh | boolean | insecure_enabled
users[] | text | name password
dns | address[] | bind_hosts ratelimit_whitelist
dns | address | bind_host
dns | network[] | trusted_proxies private_networks dns64_prefixes
dns | text[] | upstream_dns bootstrap_dns fallback_dns allowed_clients disallowed_clients
dns | text[] | blocked_hosts bogus_nxdomain ipset local_ptr_upstreams
dns | text | upstream_dns_file upstream_mode ipset_file blocking_mode blocking_ipv4
dns | text | blocking_ipv6 parental_block_host safebrowsing_block_host local_domain_name autohost_tld querylog_interval
dns | duration | cache_optimistic_answer_ttl cache_optimistic_max_age fastest_timeout upstream_timeout
dns | port | port
dns | count | ratelimit ratelimit_subnet_len_ipv4 ratelimit_subnet_len_ipv6 cache_size cache_ttl_min cache_ttl_max
dns | number | max_goroutines statistics_interval querylog_size_memory blocked_response_ttl filters_update_interval
dns | number | safebrowsing_cache_size safesearch_cache_size parental_cache_size cache_time parental_sensitivity
dns | boolean | anonymize_client_ip refuse_any all_servers fastest_addr cache_enabled cache_optimistic aaaa_disabled
dns | boolean | enable_dnssec handle_ddr bootstrap_prefer_ipv6 use_private_ptr_resolvers use_dns64 serve_http3
dns | boolean | use_http3_upstreams serve_plain_dns hostsfile_enabled querylog_enabled querylog_file_enabled
dns | boolean | protection_enabled filtering_enabled parental_enabled safesearch_enabled safebrowsing_enabled
dns | boolean | resolve_clients
dns | any | edns_client_subnet rewrites blocked_services safe_search statistics_ignored querylog_ignored
dns.pending_requests | boolean | enabled
tls | boolean | enabled force_https allow_unencrypted_doh strict_sni_check
tls | text | server_name dnscrypt_config_file certificate_chain private_key certificate_path private_key_path
tls | port | port_https port_dns_over_tls port_dns_over_quic port_dnscrypt
tls | text[] | override_tls_ciphers
querylog | text | dir_path
querylog | duration | interval
querylog | text[] | ignored
querylog | count | size_memory
querylog | boolean | enabled file_enabled ignored_enabled
statistics | text | dir_path
statistics | duration | interval
statistics | text[] | ignored
statistics | boolean | enabled ignored_enabled
filters[] | boolean | enabled
filters[] | text | url name
filters[] | number | id
whitelist_filters[] | boolean | enabled
whitelist_filters[] | text | url name
whitelist_filters[] | number | id
dhcp | boolean | enabled
dhcp | text | interface_name local_domain_name
dhcp.dhcpv4 | address-or-nothing | gateway_ip subnet_mask range_start range_end
dhcp.dhcpv4 | count | lease_duration icmp_timeout_msec
dhcp.dhcpv4 | text[] | options
dhcp.dhcpv6 | address-or-nothing | range_start
dhcp.dhcpv6 | count | lease_duration
dhcp.dhcpv6 | boolean | ra_slaac_only ra_allow_slaac
filtering | address-or-nothing | blocking_ipv4 blocking_ipv6
filtering | text | protection_disabled_until blocking_mode parental_block_host
filtering | text | safebrowsing_block_host
filtering | any | blocked_services safe_search
filtering | text[] | safe_fs_patterns
filtering | count | safebrowsing_cache_size safesearch_cache_size parental_cache_size cache_time
filtering | count | filters_update_interval blocked_response_ttl
filtering | boolean | filtering_enabled parental_enabled safebrowsing_enabled protection_enabled rewrites_enabled
filtering.rewrites[] | text | domain answer
filtering.rewrites[] | boolean | enabled
clients | any | persistent
clients.runtime_sources | boolean | whois arp rdns dhcp hosts
log | boolean | enabled compress local_time verbose
log | text | file
log | number | max_backups max_size max_age
os | text | group user
os | count | rlimit_nofile
`;
