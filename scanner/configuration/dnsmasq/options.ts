import { type ValueForm, type ValueFormName, valueForms } from './values/value-forms.ts';

/** A dnsmasq option is an option with what stands behind its equals sign. */
export interface DnsmasqOption {
  readonly name: string;
  /** Whether there is a value: always, never, or if one likes. */
  readonly value: 'one' | 'none' | 'may';
  /** Whether it may stand in a file more than once. */
  readonly many: boolean;
  readonly form: ValueForm;
}

/**
 * The dnsmasq table lists options of dnsmasq 2.90, found by asking `dnsmasq --test` about each of them with values of
 * all forms: whether there is a value, whether it may be repeated, the form of the value, and the names.
 */
const table = `
may | many | any | bootp-dynamic conf-file dhcp-broadcast dhcp-generate-names dhcp-ignore-names
may | many | any | enable-tftp log-queries resolv-file
may | many | mac | add-mac
may | many | proxies | dhcp-proxy
may | many | off | dnssec-check-unsigned
may | many | unique | tftp-unique-root
may | once | alternate | dhcp-alternate-port
may | once | any | dhcp-leasefile enable-dbus enable-ubus group pid-file user
may | once | mask | connmark-allowlist-enable
may | once | number | cache-size log-async use-stale-cache
may | once | retry | fast-dns-retry
may | once | scope | local-service
may | once | subnet | add-subnet
may | once | umbrella | umbrella
none | many | any | all-servers bind-dynamic bind-interfaces bogus-priv clear-on-reload conntrack dhcp-authoritative
none | many | any | dhcp-client-update dhcp-fqdn dhcp-ignore-clid dhcp-no-override dhcp-rapid-commit dhcp-sequential-ip
none | many | any | dns-loop-detect dnssec dnssec-debug dnssec-no-timecheck domain-needed enable-ra expand-hosts filter-A
none | many | any | filter-AAAA filterwin2k keep-in-foreground leasefile-ro localise-queries localmx log-debug log-dhcp
none | many | any | no-daemon no-hosts no-ident no-negcache no-ping no-poll no-resolv no-round-robin proxy-dnssec quiet-dhcp
none | many | any | quiet-dhcp6 quiet-ra quiet-tftp read-ethers rebind-localhost-ok script-arp script-on-renewal selfmx
none | many | any | stop-dns-rebind strict-order strip-mac strip-subnet tftp-lowercase tftp-no-blocksize tftp-no-fail
none | many | any | tftp-secure tftp-single-port
one | many | addresses | auth-peer listen-address
one | many | alias | alias
one | many | anchor | trust-anchor
one | many | announcement | ra-param
one | many | answer | address
one | many | any | addn-hosts conf-dir conf-script dhcp-hostsdir dhcp-hostsfile dhcp-ignore dhcp-luascript dhcp-optsdir
one | many | any | dhcp-optsfile dhcp-pxe-vendor except-interface hostsdir interface no-dhcp-interface no-dhcpv4-interface
one | many | any | no-dhcpv6-interface rebind-domain-ok tftp-root
one | many | auth | auth-zone
one | many | boot | dhcp-boot pxe-prompt
one | many | bridge | bridge-interface
one | many | caa | caa-record
one | many | client | dhcp-host
one | many | cname | cname
one | many | condition | tag-if
one | many | domain | domain
one | many | dynamic | dynamic-host
one | many | face | interface-name
one | many | hardware | dhcp-mac
one | many | host | host-record
one | many | marks | connmark-allowlist
one | many | match | dhcp-match
one | many | mx | mx-host
one | many | name | txt-record
one | many | names | auth-sec-servers ptr-record
one | many | naptr | naptr-record
one | many | network | bogus-nxdomain ignore-address
one | many | option | dhcp-option dhcp-option-force
one | many | pattern | dhcp-name-match
one | many | ports | tftp-port-range
one | many | range | dhcp-range
one | many | record | dns-rr
one | many | relay | dhcp-relay
one | many | reverse | rev-server
one | many | server | local server
one | many | service | pxe-service
one | many | set | ipset nftset
one | many | shared | shared-network
one | many | srv | srv-host
one | many | synth | synth-domain
one | many | tagged | dhcp-circuitid dhcp-remoteid dhcp-subscrid dhcp-userclass
one | many | vendor | dhcp-vendorclass
one | many | types | cache-rr filter-rr
one | once | any | add-cpe-id auth-soa dhcp-script dhcp-scriptuser dnssec-timestamp dumpfile dumpmask servers-file
one | once | count | max-tcp-connections port-limit
one | once | delay | dhcp-reply-delay
one | once | duid | dhcp-duid
one | once | facility | log-facility
one | once | authority | auth-server
one | once | name | mx-target
one | once | number | auth-ttl dhcp-lease-max dhcp-ttl dns-forward-max edns-packet-max local-ttl max-cache-ttl max-ttl
one | once | number | min-cache-ttl neg-ttl tftp-max tftp-mtu
one | once | numbers | dnssec-limits
one | once | port | max-port min-port port query-port
`;

export const dnsmasqOptions: ReadonlyMap<string, DnsmasqOption> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [value, repeat, form, names = ''] = line.split(' | ') as [
        DnsmasqOption['value'],
        string,
        ValueFormName,
        string?,
      ];
      return names
        .split(' ')
        .map((name): [string, DnsmasqOption] => [
          name,
          { name, value, many: repeat === 'many', form: valueForms[form] },
        ]);
    }),
);
