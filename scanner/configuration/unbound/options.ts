/**
 * The Unbound table lists options of unbound.conf as unbound-checkconf 1.17 takes them: each line has the clauses, the
 * types of the values, and the names. Found by asking it about every option in every clause with values of all types.
 */
export const unboundTable = `
auth-zone | yes-no | fallback-enabled for-upstream zonemd-check zonemd-reject-absence
auth-zone rpz | text | allow-notify master primary url zonefile
auth-zone rpz | yes-no | for-downstream
cachedb | text | backend redis-expire-records redis-server-host redis-server-port redis-timeout secret-seed
dnscrypt | positive | dnscrypt-port
dnscrypt | power-of-two | dnscrypt-nonce-cache-slabs dnscrypt-shared-secret-cache-slabs
dnscrypt | size | dnscrypt-nonce-cache-size dnscrypt-shared-secret-cache-size
dnscrypt | text | dnscrypt-provider dnscrypt-provider-cert dnscrypt-provider-cert-rotated dnscrypt-secret-key
dnscrypt | yes-no | dnscrypt-enable
dnstap | text | dnstap-identity dnstap-ip dnstap-socket-path dnstap-tls-cert-bundle dnstap-tls-client-cert-file
dnstap | text | dnstap-tls-client-key-file dnstap-tls-server-name dnstap-version
dnstap | yes-no | dnstap-bidirectional dnstap-enable dnstap-log-client-query-messages
dnstap | yes-no | dnstap-log-client-response-messages dnstap-log-forwarder-query-messages
dnstap | yes-no | dnstap-log-forwarder-response-messages dnstap-log-resolver-query-messages
dnstap | yes-no | dnstap-log-resolver-response-messages dnstap-send-identity dnstap-send-version dnstap-tls
dynlib | text | dynlib-file
forward-zone | server-address | forward-addr
forward-zone | text | forward-host
forward-zone | yes-no | forward-first forward-no-cache forward-ssl-upstream forward-tcp-upstream forward-tls-upstream
ipset | text | name-v4 name-v6
python | text | python-script
remote-control | positive | control-port
remote-control | text | control-cert-file control-interface control-key-file control-use-cert server-cert-file
remote-control | text | server-key-file
remote-control | yes-no | control-enable
rpz | rpz-action | rpz-action-override
rpz | text | rpz-cname-override rpz-log-name tags
rpz | yes-no | rpz-log rpz-signal-nxdomain-ra
server | domain | domain-insecure private-domain
server | domain netblock zone-kind | local-zone-override
server | domain text | local-zone-tag
server view | domain zone-kind | local-zone
server | listener | interface ip-address
server | modules | module-config
server | netblock | do-not-query-address outgoing-interface private-address send-client-subnet
server | netblock access | access-control
server | netblock number | tcp-connection-limit wait-limit-netblock wait-limit-cookie-netblock
server | netblock text | access-control-tag access-control-view response-ip-tag
server view | netblock response | response-ip
server view | netblock record-data | response-ip-data
server | netblock text zone-kind | access-control-tag-action
server | number | add-holddown cache-max-negative-ttl cache-max-ttl cache-min-ttl del-holddown delay-close
server | number | edns-buffer-size edns-tcp-keepalive-timeout fast-server-permil
server | number | http-max-streams incoming-num-tcp infra-cache-max-rtt infra-cache-min-rtt infra-host-ttl
server | number | ip-ratelimit ip-ratelimit-factor jostle-timeout keep-missing low-rtt-pct low-rtt-permil
server | number | max-client-subnet-ipv4 max-client-subnet-ipv6 max-ecs-tree-size-ipv4 max-ecs-tree-size-ipv6
server | number | max-query-restarts max-reuse-tcp-queries max-sent-count min-client-subnet-ipv4 min-client-subnet-ipv6
server | number | msg-buffer-size outbound-msg-retry outgoing-num-tcp outgoing-tcp-mss ratelimit ratelimit-factor
server | number | serve-expired-client-timeout serve-expired-reply-ttl serve-expired-ttl shm-key statistics-interval
server | number | tcp-auth-query-timeout tcp-idle-timeout tcp-mss tcp-reuse-timeout unwanted-reply-threshold
server | number | val-bogus-ttl val-log-level val-max-restart val-sig-skew-max val-sig-skew-min
server | number | verbosity
server | ports | outgoing-port-avoid outgoing-port-permit
server | positive | fast-server-num https-port infra-cache-numhosts num-queries-per-thread num-threads outgoing-range
server | positive | pad-queries-block-size pad-responses-block-size port ssl-port tls-port
server | power-of-two | infra-cache-slabs ip-ratelimit-slabs key-cache-slabs msg-cache-slabs ratelimit-slabs
server | power-of-two | rrset-cache-slabs
server | size | http-query-buffer-size http-response-buffer-size ip-ratelimit-size key-cache-size msg-cache-size
server | size | neg-cache-size ratelimit-size rrset-cache-size so-rcvbuf so-sndbuf stream-wait-size
server | text | additional-ssl-port additional-tls-port auto-trust-anchor-file chroot
server | number-or-empty | val-override-date
server | text | client-subnet-opcode client-subnet-zone define-tag directory discard-timeout dlv-anchor
server | text | dlv-anchor-file dns64-ignore-aaaa dns64-prefix http-endpoint http-user-agent identity
server | text | infra-cache-lame-size infra-lame-ttl ipsecmod-allow
server | text | ipsecmod-enabled ipsecmod-hook ipsecmod-ignore-bogus ipsecmod-max-ttl ipsecmod-strict
server | text | ipsecmod-whitelist log-identity logfile low-rtt max-udp-size pidfile proxy-protocol-port
server | text | root-hints ssl-cert-bundle ssl-service-key ssl-service-pem tls-additional-port
server | text | tls-additional-ports tls-cert-bundle tls-ciphers tls-ciphersuites tls-service-key tls-service-pem
server | text | tls-session-ticket-keys trust-anchor-file trusted-keys-file unknown-server-time-limit
server | text | username version wait-limit
server | text access | interface-action
server | text text | interface-tag interface-view
server | text text text | interface-tag-data
server | text text zone-kind | interface-tag-action
server | yes-no | aggressive-nsec client-subnet-always-forward deny-any disable-dnssec-lame-check dns64-synthall
server | yes-no | do-daemonize do-ip4 do-ip6 do-not-query-localhost do-tcp do-udp ede ede-serve-expired
server | yes-no | edns-tcp-keepalive extended-statistics fake-dsa fake-sha1 harden-algo-downgrade harden-below-nxdomain
server | yes-no | harden-dnssec-stripped harden-glue harden-large-queries harden-referral-path harden-short-bufsize
server | yes-no | hide-http-user-agent hide-identity hide-trustanchor hide-version http-nodelay http-notls-downstream
server | yes-no | ignore-cd-flag infra-keep-probing insecure-lan-zones interface-automatic ip-freebind
server | yes-no | ip-ratelimit-backoff ip-transparent iter-scrub-promiscuous log-local-actions log-queries log-replies
server | yes-no | log-servfail log-tag-queryreply log-time-ascii minimal-responses pad-queries pad-responses
server | yes-no | permit-small-holddown prefer-ip4 prefer-ip6 prefetch prefetch-key qname-minimisation
server | yes-no | qname-minimisation-strict ratelimit-backoff root-key-sentinel rrset-roundrobin serve-expired
server | yes-no | serve-expired-ttl-reset serve-original-ttl shm-enable so-reuseport ssl-upstream statistics-cumulative
server | yes-no | statistics-inhibit-zero tcp-upstream tls-system-cert tls-upstream tls-use-sni tls-win-cert
server | yes-no | trust-anchor-signaling udp-connect udp-upstream-without-downstream unblock-lan-zones use-caps-for-id
server | yes-no | use-syslog use-systemd val-clean-additional val-permissive-mode zonemd-permissive-mode
server view | record | local-data
server view | pointer | local-data-ptr
stub-zone | server-address | stub-addr
stub-zone | text | stub-host
stub-zone | yes-no | stub-first stub-no-cache stub-prime stub-ssl-upstream stub-tcp-upstream stub-tls-upstream
stub-zone forward-zone auth-zone view rpz | domain | name
view | yes-no | view-first
server | text text | edns-client-string
server | text number | ratelimit-for-domain ratelimit-below-domain
server | short-number | edns-client-string-opcode
server | code-point | ip-dscp
server | identifier | nsid
server | domain | caps-exempt caps-whitelist
server | number-list | interface-automatic-ports
server | numbers | target-fetch-policy
server | size-pairs | val-nsec3-keysize-iterations
server | anchor | trust-anchor
server | netblock text record-data | access-control-tag-data
`;
