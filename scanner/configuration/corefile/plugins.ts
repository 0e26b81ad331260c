/** A plugin rule states which words may follow a directive or a property, in order. */
export interface PluginRule {
  /** `n` a number, `d` a duration, `p` a percentage, `c` a prefix, `h` host:port, `i` an address, `b` the same or an interface, `a` the same with a port or an asterisk, `t` the same with a transport or a file, `s` any, `a/b` one of these words. */
  readonly types: readonly { readonly type: string; readonly least: 0 | 1; readonly isMany: boolean }[];
}

export interface Plugin extends PluginRule {
  /** Undefined if the lines of its block are not held against a list. */
  readonly properties: ReadonlyMap<string, PluginRule> | undefined;
}

/**
 * The plugins of the default build of CoreDNS 1.14.7 with their arguments and properties, by the manual page of each: a line
 * `name | arguments | properties`, with `?`, `*` and `+` for words that may be left out or repeated; `...` are properties of any kind.
 */
const table = `
acl | s* | ...
any | |
auto | s* | directory(s s? s?) reload(d) upstream(s*)
autopath | s+ |
azure | s* | ...
bind | b+ | except(s+)
bufsize | n? |
cache | s* | success(n n? n?) denial(n n? n?) prefetch(n d? p?) serve_stale(d? s*) serve_stale_policy(prefer_positive) servfail(d) disable(success/denial s*) keepttl()
cancel | d? |
chaos | s* |
clouddns | s* | ...
debug | |
dns64 | s? | translate_all() prefix(s) allow_ipv4()
dnssec | s* | key(file/aws_secretsmanager s+) cache_capacity(n)
dnstap | s+ | identity(s+) version(s+) extra(s+) skipverify() tls(s s s?)
erratic | | drop(n?) truncate(n?) delay(n? d?) large()
errors | stdout? | stacktrace() consolidate(d s error/warning/info/debug/show_first? error/warning/info/debug/show_first?)
etcd | s* | fallthrough(s*) path(s) endpoint(s+) credentials(s s) tls(s*) stubzones() upstream(s*)
file | s+ | reload(d) reload_by_mtime() fallthrough(s*) upstream(s*)
forward | s t+ | except(s+) force_tcp() prefer_udp() expire(d) max_age(d) max_idle_conns(n) read_timeout(d) max_fails(n) max_connect_attempts(n) doh_method(GET/POST) tls(s*) tls_servername(s) policy(random/round_robin/sequential) health_check(d s*) max_concurrent(n) next(s+) failfast_all_unhealthy_upstreams() failover(s+) source_address(i) resolver(a+)
geoip | s | ...
grpc | s t+ | except(s+) tls(s*) tls_servername(s) policy(random/round_robin/sequential) fallthrough(s*)
grpc_server | | max_streams(n) max_connections(n)
header | | query(set/clear aa/ra/rd+) response(set/clear aa/ra/rd+)
health | h? | lameduck(d)
hosts | s* | ...
https | | max_connections(n)
https3 | | max_streams(n) max_connections(n)
import | s |
k8s_external | s* | apex(s) ttl(n) headless() fallthrough(s*)
kubernetes | s* | endpoint(s+) tls(s s s) kubeconfig(s s?) apiserver_qps(s) apiserver_burst(n) apiserver_max_inflight(n) namespaces(s+) namespace_labels(s+) labels(s+) pods(disabled/insecure/verified) endpoint_pod_names() ttl(n) noendpoints() fallthrough(s*) ignore(empty_service) multicluster(s*) zonal() startup_timeout(d) resyncperiod(s*) upstream(s*)
loadbalance | round_robin/weighted? s? | reload(d) prefer(c+)
local | | localhost_prefix(on/off)
log | s* | class(denial/error/success/all+)
loop | |
metadata | s* |
minimal | |
multisocket | n? |
nomad | s? | ...
nsid | s* |
on | s* | ...
pprof | h? | block(n?)
prometheus | h? | ...
proxyproto | s* | ...
quic | | max_streams(n) worker_pool_size(n)
ready | h? | monitor(until-ready/continuously)
reload | d? d? |
rewrite | s* | ...
root | s |
route53 | s* | ...
secondary | s* | transfer(from a+) catalog(s*) fallthrough(s*)
shed | s* | ...
sign | s+ | key(file/directory s+) directory(s)
template | IN/CH/HS/ANY s s* | match(s+) answer(s) additional(s) authority(s) rcode(s) ederror(n s?) fallthrough(s*) upstream(s*)
timeouts | | read(d) write(d) idle(d) maxtcpqueries(n)
tls | s* | ...
trace | s? s? | ...
transfer | s* | to(a+) source(i)
tsig | s* | secret(s s) secrets(s) require(s+) require_opcode(s+)
view | s | expr(s+)
whoami | |
`;

export const plugins: ReadonlyMap<string, Plugin> = new Map(
  table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line): [string, Plugin] => {
      const [name = '', words = '', rest = ''] = line.split('|').map((part) => part.trim());
      const properties = [...rest.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, property, types]) => {
        return [property!, ruleOf(types!)] as const;
      });
      return [name, { ...ruleOf(words), properties: rest === '...' ? undefined : new Map(properties) }];
    }),
);

function ruleOf(words: string): PluginRule {
  return {
    types: words
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({
        type: word.replace(/[?*+]$/, ''),
        least: /[?*]$/.test(word) ? 0 : 1,
        isMany: /[*+]$/.test(word),
      })),
  };
}
