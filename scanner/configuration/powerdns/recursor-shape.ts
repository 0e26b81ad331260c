/**
 * The recursor shape table lists the options of recursor.yml of PowerDNS Recursor 5.1, and those since that are known: section, type,
 * names, as `readShapes` reads them.
 */
export const recursorShapeTable = `
incoming | text[] | allow_from allow_notify_for allow_notify_from edns_padding_from listen proxy_protocol_exceptions
incoming | text[] | proxy_protocol_from
incoming | text | allow_from_file allow_notify_for_file allow_notify_from_file edns_padding_mode distribution_load_factor
incoming | boolean | allow_no_rd gettag_needs_edns_options non_local_bind pdns_distributes_queries reuseport
incoming | boolean | use_incoming_edns_subnet
incoming | number | distribution_pipe_buffer_size distributor_threads edns_padding_tag
incoming | number | max_concurrent_requests_per_tcp_connection max_tcp_clients max_tcp_per_client
incoming | number | max_tcp_queries_per_connection max_udp_queries_per_round port proxy_protocol_maximum_size tcp_fast_open
incoming | number | tcp_timeout udp_truncation_threshold
incoming.proxymappings[] | text | subnet address
incoming.proxymappings[] | text[] | domains
outgoing | text[] | dont_query dont_throttle_names dont_throttle_netmasks dot_to_auth_names edns_subnet_allow_list
outgoing | text[] | source_address udp_source_port_avoid
outgoing | boolean | dot_to_port_853 edns_padding lowercase single_socket tcp_fast_open_connect
outgoing | number | bypass_server_throttling_probability edns_bufsize max_busy_dot_probes max_bytesperq max_ns_address_qperq
outgoing | number | max_ns_per_resolve max_qperq network_timeout non_resolving_ns_max_fails non_resolving_ns_throttle_time
outgoing | number | server_down_max_fails server_down_throttle_time tcp_max_idle_ms tcp_max_idle_per_auth
outgoing | number | tcp_max_idle_per_thread tcp_max_queries udp_source_port_max udp_source_port_min
outgoing | any | tls_configurations
packetcache | boolean | disable
packetcache | number | max_entries max_entry_size negative_ttl servfail_ttl shards ttl
recursor | boolean | allow_trust_anchor_query any_to_tcp daemon devonly_regression_test_mode export_etc_hosts
recursor | boolean | extended_resolution_errors qname_minimization root_nx_trust save_parent_ns_set serve_rfc1918 serve_rfc6303
recursor | boolean | system_resolver_self_resolve_check write_pid
recursor | text | chroot config_dir config_name cpu_map dns64_prefix etc_hosts_file export_etc_hosts_search_suffix
recursor | text | forward_zones_file hint_file include_dir lua_config_file lua_dns_script lua_global_include_dir
recursor | text | lua_start_stop_script nothing_below_nxdomain public_suffix_list_file security_poll_suffix server_id setgid
recursor | text | setuid socket_dir socket_group socket_mode socket_owner version_string
recursor | number | event_trace_enabled latency_statistic_size lua_maintenance_interval max_chain_length
recursor | number | max_generate_steps max_include_depth max_mthreads max_recursion_depth max_total_msec minimum_ttl_override
recursor | number | qname_max_minimize_count qname_minimize_one_label spoof_nearmiss_max stack_cache_size stack_size
recursor | number | stats_ringbuffer_entries system_resolver_interval system_resolver_ttl tcp_threads threads
recursor | text[] | ignore_unknown_settings stats_api_disabled_list stats_carbon_disabled_list
recursor | text[] | stats_rec_control_disabled_list stats_snmp_disabled_list
recursor | any | forwarding_catalog_zones
recursor.auth_zones[] | text | zone file
recursor.forward_zones[] | text | zone
recursor.forward_zones[] | text[] | forwarders
recursor.forward_zones[] | boolean | recurse notify_allowed
recursor.forward_zones_recurse[] | text | zone
recursor.forward_zones_recurse[] | text[] | forwarders
recursor.forward_zones_recurse[] | boolean | recurse notify_allowed
recursor.sortlists[] | text | key
recursor.sortlists[].subnets[] | text | subnet
recursor.sortlists[].subnets[] | number | order
recursor.allowed_additional_qtypes[] | text | qtype mode
recursor.allowed_additional_qtypes[] | text[] | targets
recursor.rpzs[] | text | name defcontent defpol extendedErrorExtra policyName localAddress dumpFile seedFile
recursor.rpzs[] | text[] | addresses tags
recursor.rpzs[] | boolean | defpolOverrideLocalData includeSOA ignoreDuplicates overridesGettag
recursor.rpzs[] | number | defttl extendedErrorCode maxTTL zoneSizeHint refresh maxReceivedMBytes axfrTimeout
recursor.rpzs[].tsig | text | name algo secret
recordcache | number | locked_ttl_perc max_cache_bogus_ttl max_entries max_entry_size max_negative_ttl max_rrset_size max_ttl
recordcache | number | refresh_on_ttl_perc serve_stale_extensions shards
recordcache | boolean | limit_qtype_any
recordcache.zonetocaches[] | text | zone method zonemd dnssec localAddress
recordcache.zonetocaches[] | text[] | sources
recordcache.zonetocaches[] | number | timeout refreshPeriod retryOnErrorPeriod maxReceivedMBytes
recordcache.zonetocaches[].tsig | text | name algo secret
dnssec | text | validation trustanchorfile
dnssec | text[] | disabled_algorithms x_dnssec_names
dnssec | boolean | log_bogus
dnssec | number | aggressive_cache_max_nsec3_hash_cost aggressive_cache_min_nsec3_hit_ratio aggressive_nsec_cache_size
dnssec | number | max_dnskeys max_ds_per_zone max_nsec3_hash_computations_per_query max_nsec3s_per_record
dnssec | number | max_rrsigs_per_record max_signature_validations_per_query nsec3_max_iterations signature_inception_skew
dnssec | number | trustanchorfile_interval
dnssec.trustanchors[] | text | name
dnssec.trustanchors[] | text[] | dsrecords
dnssec.negative_trustanchors[] | text | name reason
webservice | boolean | webserver hash_plaintext_credentials
webservice | text | address api_dir api_key loglevel password
webservice | text[] | allow_from
webservice | number | port
webservice | any | listen
carbon | text | ns ourname instance
carbon | text[] | server
carbon | number | interval
ecs | text[] | add_for
ecs | text | scope_zero_address
ecs | boolean | ipv4_never_cache ipv6_never_cache
ecs | number | cache_limit_ttl ipv4_bits ipv4_cache_bits ipv6_bits ipv6_cache_bits minimum_ttl_override
logging | boolean | common_errors disable_syslog protobuf_use_kernel_timestamp quiet rpz_changes structured_logging timestamp
logging | text | facility structured_logging_backend trace
logging | number | loglevel protobuf_mask_v4 protobuf_mask_v6 statistics_interval
logging | any | protobuf_servers outgoing_protobuf_servers dnstap_framestream_servers dnstap_nod_framestream_servers
logging | any | opentelemetry_trace_conditions
nod | boolean | log tracking unique_response_log unique_response_tracking
nod | text | history_dir ignore_list_file lookup pb_tag udr_ignore_list_file unique_response_history_dir
nod | text | unique_response_pb_tag
nod | text[] | ignore_list udr_ignore_list
nod | number | db_size db_snapshot_interval unique_response_db_size
snmp | boolean | agent
snmp | text | daemon_socket
`;
