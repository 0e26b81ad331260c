import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { listensTo, reachOfNetmasks } from '../model/netmasks.ts';
import { checkShape } from '../yaml/check-shape.ts';
import {
  entryAt,
  isOff,
  isOn,
  mapsOf,
  scalarsOf,
  textOf,
  type YamlEntry,
  type YamlMap,
} from '../yaml/nodes.ts';
import { isSection, readYaml } from '../yaml/read-yaml.ts';
import { tellClearLists, tellClearUpstreams } from '../yaml/security.ts';
import { readShapes } from '../yaml/shapes.ts';
import { adguardShapeTable } from './adguard-shape.ts';

const manual = 'AdGuard Home Configuration';
const shape = readShapes(adguardShapeTable);
/** What it does not know it leaves out when it writes the file anew. */
const manner = { manual, refusesUnknown: false, booleans: /^(?:true|false|yes|no|on|off|y|n)$/i };

/** Judges an AdGuardHome.yaml. */
export function judgeAdguard(files: ConfigurationFiles, findings: Findings): void {
  const root = readYaml(files.main, findings, manual);
  if (root === undefined) return;
  checkShape(root, shape, manner, findings);
  if (!isSection(root)) return;
  judgeControl(root, findings);
  judgeClients(root, findings);
  judgeFiltering(root, findings);
  const upstreams = ['upstream_dns', 'fallback_dns'].flatMap((name) =>
    scalarsOf(entryAt(root, 'dns', name)?.value),
  );
  tellClearUpstreams(upstreams, 'upstream_dns:\n  - tls://resolver.example', findings);
  const dnssec = entryAt(root, 'dns', 'enable_dnssec');
  if (isOff(dnssec))
    findings.say(
      'validation_off',
      'low',
      dnssec!,
      'Upstreams are not asked for DNSSEC.',
      `${manual}, dns.enable_dnssec; RFC 9364`,
      'Turn it on.',
      'enable_dnssec: true',
    );
  const clearDoh = [
    { name: 'tls.allow_unencrypted_doh', entry: entryAt(root, 'tls', 'allow_unencrypted_doh') },
    // Its name from schema 34 on.
    { name: 'http.doh.insecure_enabled', entry: entryAt(root, 'http', 'doh', 'insecure_enabled') },
  ].find(({ entry }) => isOn(entry));
  if (clearDoh !== undefined)
    findings.say(
      'control_in_clear',
      'medium',
      clearDoh.entry!,
      'DNS over HTTPS is answered without TLS.',
      `${manual}, ${clearDoh.name}; RFC 8484 section 5`,
      'Turn it off, unless a proxy on this machine ends TLS.',
      `${clearDoh.name.split('.').at(-1)}: false`,
    );
}

function judgeControl(root: YamlMap, findings: Findings): void {
  const users = entryAt(root, 'users');
  const hasUsers = mapsOf(users).length > 0;
  const address = entryAt(root, 'http', 'address') ?? entryAt(root, 'bind_host');
  if (users !== undefined && !hasUsers)
    findings.say(
      'control_without_key',
      'high',
      users,
      'The web interface has no user: whoever reaches it may change everything.',
      `${manual}, users`,
      'Add a user with a password.',
    );
  const isEncrypted = isOn(entryAt(root, 'tls', 'enabled')) && isOn(entryAt(root, 'tls', 'force_https'));
  if (address !== undefined && !isEncrypted && listensTo(textOf(address) ?? '') === 'anywhere')
    findings.say(
      'control_beyond_loopback',
      'medium',
      address,
      'The web interface listens on every address, and without TLS.',
      `${manual}, http.address`,
      'Name an address of the own network, or force HTTPS.',
      'http:\n  address: 127.0.0.1:3000',
    );
  for (const user of mapsOf(users)) {
    const password = entryAt(user, 'password');
    if (password !== undefined && !/^\$2[aby]?\$\d\d\$/.test(textOf(password) ?? ''))
      findings.say(
        'bad_secret',
        'high',
        password,
        'The password is no hash of bcrypt: nobody can log in with it, and it can be read here.',
        `${manual}, users`,
        'Write the hash that htpasswd -B makes.',
      );
  }
  const attempts = entryAt(root, 'auth_attempts');
  if (textOf(attempts) === '0')
    findings.say(
      'no_rate_limit',
      'medium',
      attempts!,
      'Passwords may be tried without end.',
      `${manual}, auth_attempts`,
      'Block after a few.',
      'auth_attempts: 5',
    );
  const debug = [entryAt(root, 'debug_pprof'), entryAt(root, 'http', 'pprof', 'enabled')].find(isOn);
  if (debug !== undefined)
    findings.say(
      'debugging',
      'low',
      debug,
      'Profiles of the process are given to whoever reaches them.',
      `${manual}, http.pprof`,
      'Turn it off.',
    );
}

function judgeClients(root: YamlMap, findings: Findings): void {
  const hosts = entryAt(root, 'dns', 'bind_hosts') ?? entryAt(root, 'dns', 'bind_host');
  const open = scalarsOf(hosts?.value).find(({ text }) => listensTo(text) === 'anywhere');
  const allowed = entryAt(root, 'dns', 'allowed_clients');
  const texts = scalarsOf(allowed?.value).map(({ text }) => text);
  const isOpen = texts.length === 0 || reachOfNetmasks(texts) === 'anyone';
  if (open !== undefined && isOpen)
    findings.say(
      'open_recursion',
      'high',
      texts.length === 0 ? open : allowed!,
      'Whoever reaches the server may have names resolved: nothing says who may ask.',
      `${manual}, dns.allowed_clients; RFC 5358`,
      'Allow your own networks only.',
      'allowed_clients:\n  - 127.0.0.0/8\n  - 192.168.0.0/16',
    );
  const limit = entryAt(root, 'dns', 'ratelimit');
  if (textOf(limit) === '0' && open !== undefined && isOpen)
    findings.say(
      'no_rate_limit',
      'medium',
      limit!,
      'Nothing bounds how often a client asks.',
      `${manual}, dns.ratelimit`,
      'Bound it.',
      'ratelimit: 20',
    );
  const proxies: YamlEntry | undefined = entryAt(root, 'dns', 'trusted_proxies');
  if (reachOfNetmasks(scalarsOf(proxies?.value).map(({ text }) => text)) === 'anyone')
    findings.say(
      'trusts_any_proxy',
      'high',
      proxies!,
      'Anybody may say to be any client: every sender is believed as a proxy.',
      `${manual}, dns.trusted_proxies`,
      'Name your proxies only.',
      'trusted_proxies:\n  - 127.0.0.0/8',
    );
}

function judgeFiltering(root: YamlMap, findings: Findings): void {
  for (const name of ['protection_enabled', 'filtering_enabled']) {
    const entry = entryAt(root, 'filtering', name) ?? entryAt(root, 'dns', name);
    if (isOff(entry))
      findings.say(
        'blocking_off',
        'medium',
        entry!,
        'Nothing is blocked: filters are off.',
        `${manual}, filtering.${name}`,
        'Turn it on.',
        `${name}: true`,
      );
  }
  const urls = ['filters', 'whitelist_filters'].flatMap((name) =>
    mapsOf(entryAt(root, name)).flatMap((one) => entryAt(one, 'url')?.value ?? []),
  );
  tellClearLists(urls, findings);
}
