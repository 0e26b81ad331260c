import { ConfigurationError } from './configuration-error.ts';
import type { ServerType } from './server-types.ts';

/** Signs of each server, with what they weigh. */
const signs: readonly (readonly [ServerType, RegExp, number])[] = [
  ['bind', /^[ \t]*(?:options|zone|acl|view|logging|controls|key|primaries|masters)\b[^\n:=]*\{/gm, 3],
  [
    'bind',
    /^[ \t]*(?:allow-query|allow-recursion|listen-on(?:-v6)?|allow-transfer|type)\s+[^:=\n]*[{;]/gm,
    2,
  ],
  [
    'unbound',
    /^[ \t]*(?:stub-zone|forward-zone|auth-zone|rpz|access-control|local-data|local-zone|module-config|num-threads):/gm,
    3,
  ],
  ['unbound', /^[ \t]*(?:server|remote-control|interface|verbosity):/gm, 1],
  [
    'nsd',
    /^[ \t]*(?:pattern|zonefile|provide-xfr|request-xfr|allow-notify|zonesdir|server-count|include-pattern):/gm,
    3,
  ],
  ['nsd', /^[ \t]*(?:server|zone|key|remote-control|verbosity|ip-address):/gm, 1],
  ['knot', /^[ ]*- (?:id|domain|target): /gm, 4],
  ['knot', /^(?:acl|remote|template|policy|log|database|mod-[a-z]+):[ ]*$/gm, 2],
  [
    'dnsmasq',
    /^(?:domain-needed|bogus-priv|expand-hosts|dhcp-(?:range|option|host)=|no-resolv|no-hosts|strict-order)/gm,
    3,
  ],
  ['dnsmasq', /^(?:server|address|local|interface|cache-size|listen-address|port)=/gm, 2],
  [
    'coredns',
    /^\S.*\{[ \t]*$\n[ \t]+(?:errors|log|forward|file|cache|kubernetes|hosts|whoami|health|acl)\b/gm,
    4,
  ],
  ['coredns', /^[ \t]+forward \. /gm, 3],
  [
    'powerdns',
    /^(?:launch|gmysql-[a-z]+|gpgsql-[a-z]+|allow-axfr-ips|master|slave|primary|secondary|bind-config)=/gm,
    4,
  ],
  [
    'pdns-recursor',
    /^(?:forward-zones(?:-recurse|-file)?|allow-from|dnssec|hint-file|lua-config-file|quiet)\+?=/gm,
    4,
  ],
  [
    'pdns-recursor',
    /^(?:incoming|outgoing|recursor|dnssec|webservice|recordcache|packetcache|logging|ecs|nod):[ \t]*$/gm,
    2,
  ],
  [
    'pdns-recursor',
    /^[ \t]+(?:allow_from|forward_zones(?:_recurse)?|api_key|validation|allow_notify_for|lua_config_file):/gm,
    3,
  ],
  [
    'blocky',
    /^(?:upstreams?|customDNS|conditional|blocking|clientLookup|caching|bootstrapDns|queryLog|hostsFile|ports):[ \t]*$/gm,
    2,
  ],
  ['blocky', /^[ \t]+(?:clientGroupsBlock|denylists|blackLists|blockType|groups|fallbackUpstream):/gm, 2],
  [
    'adguard',
    /^[ \t]*(?:bind_hosts?|upstream_dns|bootstrap_dns|schema_version|allowed_clients|filtering_enabled|protection_enabled):/gm,
    3,
  ],
  ['kea', /"(?:Dhcp4|Dhcp6|DhcpDdns|Control-agent)"[ \t]*:/g, 6],
  [
    'dnsdist',
    /\b(?:newServer|setLocal|addLocal|setACL|addACL|addAction|controlSocket|setServerPolicy)\s*[({]/gm,
    4,
  ],
];

const names: readonly (readonly [RegExp, ServerType])[] = [
  [/^named\.conf|^named\..*\.conf$/i, 'bind'],
  [/^unbound.*\.conf$/i, 'unbound'],
  [/^nsd.*\.conf$/i, 'nsd'],
  [/^knot.*\.conf$/i, 'knot'],
  [/^dnsmasq.*\.conf$/i, 'dnsmasq'],
  [/^Corefile/i, 'coredns'],
  [/^pdns.*\.conf$/i, 'powerdns'],
  [/^recursor.*\.(?:conf|ya?ml)$/i, 'pdns-recursor'],
  [/^AdGuardHome.*\.ya?ml$/i, 'adguard'],
  [/^kea-.*\.(?:conf|json)$/i, 'kea'],
  [/^blocky.*\.ya?ml$/i, 'blocky'],
  [/^dnsdist.*\.(?:conf|lua)$/i, 'dnsdist'],
];

const mostRead = 64 * 1024;
const leastWeight = 3;

/** Detects the server that a text is for, by its name and its words. Throws ConfigurationError if none can be told. */
export function detectServer(path: string, text: string): ServerType {
  const name = path.replace(/^.*\//, '');
  const byName = names.find(([pattern]) => pattern.test(name))?.[1];
  if (byName !== undefined) return byName;
  const weights = new Map<ServerType, number>();
  for (const [type, pattern, weight] of signs) {
    const count = Math.min(5, text.slice(0, mostRead).match(pattern)?.length ?? 0);
    weights.set(type, (weights.get(type) ?? 0) + count * weight);
  }
  const [best] = [...weights].sort(([, one], [, other]) => other - one);
  if (best !== undefined && best[1] >= leastWeight) return best[0];
  throw new ConfigurationError('server_type', "The server can't be told from the text: say server_type.");
}
