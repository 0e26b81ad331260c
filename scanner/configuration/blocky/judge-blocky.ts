import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { listensTo } from '../model/netmasks.ts';
import { checkShape } from '../yaml/check-shape.ts';
import { entryAt, scalarsOf, textOf, type YamlEntry, type YamlMap, type YamlScalar } from '../yaml/nodes.ts';
import { isSection, readYaml } from '../yaml/read-yaml.ts';
import { tellClearLists, tellClearUpstreams } from '../yaml/security.ts';
import { readShapes } from '../yaml/shapes.ts';
import { blockyShapeTable } from './blocky-shape.ts';

const manual = 'Blocky Configuration';
const shape = readShapes(blockyShapeTable);
const manner = { manual, refusesUnknown: true, booleans: /^(?:true|false|yes|no|on|off|y|n)$/i };

/** Options of older versions, and what stands for them now. */
const obsolete: readonly (readonly [path: readonly string[], now: string])[] = [
  [['upstream'], 'upstreams.groups'],
  [['upstreamTimeout'], 'upstreams.timeout'],
  [['startVerifyUpstream'], 'upstreams.init.strategy'],
  [['disableIPv6'], 'filtering.queryTypes'],
  [['port'], 'ports.dns'],
  [['httpPort'], 'ports.http'],
  [['httpsPort'], 'ports.https'],
  [['tlsPort'], 'ports.tls'],
  [['logLevel'], 'log.level'],
  [['logFormat'], 'log.format'],
  [['logPrivacy'], 'log.privacy'],
  [['logTimestamp'], 'log.timestamp'],
  [['dohUserAgent'], 'upstreams.userAgent'],
  [['blocking', 'blackLists'], 'blocking.denylists'],
  [['blocking', 'whiteLists'], 'blocking.allowlists'],
  [['blocking', 'refreshPeriod'], 'blocking.loading.refreshPeriod'],
  [['blocking', 'failStartOnListError'], 'blocking.loading.strategy'],
  [['blocking', 'startStrategy'], 'blocking.loading.strategy'],
  [['blocking', 'downloadTimeout'], 'blocking.loading.downloads.timeout'],
  [['blocking', 'downloadAttempts'], 'blocking.loading.downloads.attempts'],
  [['blocking', 'downloadCooldown'], 'blocking.loading.downloads.cooldown'],
  [['blocking', 'processingConcurrency'], 'blocking.loading.concurrency'],
  [['blocking', 'maxErrorsPerFile'], 'blocking.loading.maxErrorsPerSource'],
  [['hostsFile', 'filePath'], 'hostsFile.sources'],
  [['hostsFile', 'refreshPeriod'], 'hostsFile.loading.refreshPeriod'],
];

/** Judges a config.yml of Blocky. */
export function judgeBlocky(files: ConfigurationFiles, findings: Findings): void {
  const root = readYaml(files.main, findings, manual);
  if (root === undefined) return;
  checkShape(root, shape, manner, findings);
  if (!isSection(root)) return;
  for (const [path, now] of obsolete) {
    const entry = entryAt(root, ...path);
    if (entry === undefined) continue;
    const message = `${path.join('.')} is on its way out.`;
    findings.say('deprecated_option', 'low', entry.name, message, manual, `Write ${now}.`);
  }
  judgeListeners(root, findings);
  judgeUpstreams(root, findings);
  judgeBlocking(root, findings);
  const version = entryAt(root, 'minTlsServeVersion');
  if (/^1\.[01]$/.test(textOf(version) ?? ''))
    findings.say(
      'old_tls',
      'medium',
      version!,
      'TLS 1.0 and 1.1 are not to be used any more.',
      'RFC 8996',
      'Ask for TLS 1.2 at least.',
      'minTlsServeVersion: 1.2',
    );
  const redis = entryAt(root, 'redis', 'address');
  if (redis !== undefined && (textOf(entryAt(root, 'redis', 'password')) ?? '') === '') {
    if (!/^(?:localhost|127\.|\[?::1)/.test(textOf(redis) ?? 'localhost'))
      findings.say(
        'control_without_key',
        'medium',
        redis,
        'The Redis server is asked without a password: whoever reaches it decides what is answered and blocked.',
        `${manual}, Redis`,
        'Set a password.',
      );
  }
}

function judgeListeners(root: YamlMap, findings: Findings): void {
  const dns = entryAt(root, 'ports', 'dns') ?? entryAt(root, 'port');
  const open = addressesOf(dns).find(({ text }) => listensTo(text) === 'anywhere');
  if (open !== undefined)
    findings.say(
      'listens_everywhere',
      'medium',
      open,
      'The server listens on every address, and has no list of who may ask.',
      `${manual}, Ports; RFC 5358`,
      'Name the addresses of the own networks.',
      'ports:\n  dns: 127.0.0.1:53,192.168.1.1:53',
    );
  const http = entryAt(root, 'ports', 'http') ?? entryAt(root, 'httpPort');
  const reachable = addressesOf(http).find(({ text }) => listensTo(text) !== 'machine');
  if (reachable !== undefined)
    findings.say(
      'control_beyond_loopback',
      'medium',
      reachable,
      'The API listens beyond this machine, in clear and without a key: whoever reaches it may turn blocking off.',
      `${manual}, Ports`,
      'Let it listen on loopback.',
      'ports:\n  http: 127.0.0.1:4000',
    );
}

/** The addresses of an option that has them in a list, or with commas between them. */
function addressesOf(entry: YamlEntry | undefined): YamlScalar[] {
  return scalarsOf(entry?.value).flatMap((scalar) =>
    scalar.text.split(',').map((text) => ({ ...scalar, text: text.trim() })),
  );
}

function judgeUpstreams(root: YamlMap, findings: Findings): void {
  const groups = (entryAt(root, 'upstreams', 'groups') ?? entryAt(root, 'upstream'))?.value;
  if (groups?.kind !== 'map') return;
  const upstreams = [...groups.entries.values()].flatMap(({ value }) => scalarsOf(value));
  tellClearUpstreams(
    upstreams,
    'upstreams:\n  groups:\n    default:\n      - tcp-tls:192.0.2.1:853',
    findings,
  );
}

function judgeBlocking(root: YamlMap, findings: Findings): void {
  const blocking = entryAt(root, 'blocking');
  const named = ['denylists', 'blackLists'].flatMap((name) => entryAt(blocking?.value, name) ?? []);
  const lists = named.flatMap(({ value }) => (value.kind === 'map' ? [...value.entries] : []));
  const allowed = ['allowlists', 'whiteLists'].flatMap((name) => entryAt(blocking?.value, name) ?? []);
  const known = allowed.flatMap(({ value }) => (value.kind === 'map' ? [...value.entries.keys()] : []));
  tellClearLists(
    lists.flatMap(([, { value }]) => scalarsOf(value)),
    findings,
  );
  const clients = entryAt(blocking?.value, 'clientGroupsBlock');
  if (blocking !== undefined && lists.length > 0 && clients === undefined)
    findings.say(
      'blocking_off',
      'low',
      blocking.name,
      'There are lists, and no client for whom they block.',
      `${manual}, Client groups`,
      'Name groups for default.',
      'clientGroupsBlock:\n  default: [ads]',
    );
  if (clients?.value.kind !== 'map') return;
  const groups = new Set([...lists.map(([name]) => name), ...known]);
  for (const { value } of clients.value.entries.values()) {
    for (const group of scalarsOf(value)) {
      if (groups.has(group.text)) continue;
      const message = 'There is no list of the group of this name: it blocks nothing.';
      findings.say(
        'undefined_reference',
        'medium',
        group,
        message,
        `${manual}, Client groups`,
        'Add a list.',
      );
    }
  }
}
