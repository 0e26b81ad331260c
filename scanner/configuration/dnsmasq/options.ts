/**
 * The dnsmasq table lists options of dnsmasq 2.90, found by asking `dnsmasq --test` about each of them with values of
 * all types: the type of the value, whether it may be repeated, and the names.
 */
export const dnsmasqTable = `
address | many | bogus-nxdomain ignore-address listen-address
flag | many | add-mac all-servers bind-dynamic bind-interfaces bogus-priv clear-on-reload conntrack dhcp-authoritative
flag | many | dhcp-client-update dhcp-ignore-clid dhcp-no-override dhcp-rapid-commit dhcp-sequential-ip dns-loop-detect
flag | many | dnssec dnssec-check-unsigned dnssec-debug dnssec-no-timecheck domain-needed enable-ra expand-hosts filter-A
flag | many | filter-AAAA filterwin2k keep-in-foreground leasefile-ro localise-queries localmx log-debug log-dhcp no-daemon
flag | many | no-hosts no-ident no-negcache no-ping no-poll no-resolv no-round-robin proxy-dnssec quiet-dhcp quiet-dhcp6
flag | many | quiet-ra quiet-tftp read-ethers rebind-localhost-ok script-arp script-on-renewal selfmx stop-dns-rebind
flag | many | strict-order strip-mac strip-subnet tftp-lowercase tftp-no-blocksize tftp-no-fail tftp-secure tftp-single-port
flag | many | tftp-unique-root
flag | once | local-service umbrella
number | many | cache-rr dhcp-option dhcp-option-force filter-rr
number | once | auth-ttl cache-size dhcp-lease-max dhcp-reply-delay dhcp-ttl dns-forward-max dnssec-limits edns-packet-max
number | once | local-ttl max-cache-ttl max-ttl min-cache-ttl neg-ttl tftp-max tftp-mtu
optional | many | bootp-dynamic dhcp-broadcast dhcp-generate-names dhcp-ignore-names enable-tftp log-queries resolv-file
optional | once | dhcp-leasefile enable-dbus enable-ubus group pid-file user
port | once | max-port min-port port query-port
special | many | address alias auth-peer bridge-interface caa-record cname conf-dir conf-file conf-script connmark-allowlist
special | many | dhcp-circuitid dhcp-duid dhcp-fqdn dhcp-host dhcp-luascript dhcp-mac dhcp-match dhcp-name-match dhcp-proxy
special | many | dhcp-range dhcp-relay dhcp-remoteid dhcp-subscrid dhcp-userclass dhcp-vendorclass dns-rr domain dynamic-host
special | many | host-record interface-name ipset local mx-host naptr-record nftset pxe-service ra-param rev-server server
special | many | shared-network srv-host synth-domain tag-if tftp-port-range trust-anchor
special | once | add-subnet connmark-allowlist-enable dhcp-alternate-port fast-dns-retry log-async log-facility
special | once | max-tcp-connections port-limit use-stale-cache
text | many | addn-hosts auth-sec-servers auth-zone dhcp-boot dhcp-hostsdir dhcp-hostsfile dhcp-ignore dhcp-optsdir
text | many | dhcp-optsfile dhcp-pxe-vendor except-interface hostsdir interface no-dhcp-interface no-dhcpv4-interface
text | many | no-dhcpv6-interface ptr-record pxe-prompt rebind-domain-ok tftp-root txt-record
text | once | add-cpe-id auth-server auth-soa dhcp-script dhcp-scriptuser dnssec-timestamp dumpfile dumpmask mx-target
text | once | servers-file
`;
