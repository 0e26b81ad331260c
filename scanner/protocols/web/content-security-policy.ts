export interface SecurityPolicy {
  /** Any script gets in. */
  readonly isUnsafe: boolean;
  /** The source that lets unsafe scripts in. */
  readonly unsafe: string | null;
  /** Text may be run as a script. */
  readonly allowsEval: boolean;
  /** The source that lets a page over https load images or media over http. */
  readonly insecure: string | null;
  readonly frameAncestors: boolean;
  /** Browsers load over https whatever the page names by http. */
  readonly upgrades: boolean;
}

const mostDirectives = 100;
/** Sources that stand for nearly everything. */
const wide = new Set([
  '*',
  'http:',
  'https:',
  'ftp:',
  'data:',
  'http://*',
  'https://*',
  'http://*.*',
  'https://*.*',
]);

/**
 * Reads Content-Security-Policies (CSP Level 3), parted by commas as in a header; undefined if no directive is in them. All hold, so
 * that the strictest of each counts.
 */
export function parsePolicy(text: string): SecurityPolicy | undefined {
  const policies = text
    .split(',')
    .map(readDirectives)
    .filter(({ size }) => size > 0);
  if (policies.length === 0) return undefined;
  const unsafe = policies.map((directives) => unsafeSource(directives));
  const first = unsafe.find((one) => one !== null) ?? null;
  const isUnsafe = unsafe.every((one) => one !== null);
  const framing = (directives: ReadonlyMap<string, readonly string[]>) => {
    const sources = directives.get('frame-ancestors');
    return sources !== undefined && !sources.some((source) => wide.has(source));
  };
  const passive = policies.map(insecureSource);
  return {
    isUnsafe,
    unsafe: isUnsafe ? first : null,
    allowsEval: policies.every(evaluates),
    insecure: passive.every((one) => one !== null) ? (passive[0] ?? null) : null,
    frameAncestors: policies.some(framing),
    upgrades: policies.some((directives) => directives.has('upgrade-insecure-requests')),
  };
}

function readDirectives(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';').slice(0, mostDirectives)) {
    const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/);
    // Of a directive that stands there twice the first counts (section 2.2.1).
    if (/^[a-z-]+$/.test(name) && !directives.has(name)) directives.set(name, sources);
  }
  return directives;
}

function evaluates(directives: ReadonlyMap<string, readonly string[]>): boolean {
  const sources = directives.get('script-src') ?? directives.get('default-src') ?? [];
  return sources.includes("'unsafe-eval'");
}

function insecureSource(directives: ReadonlyMap<string, readonly string[]>): string | null {
  const sources = ['img-src', 'media-src'].flatMap((name) => directives.get(name) ?? []);
  return sources.find((source) => /^http:/.test(source)) ?? null;
}

/** What lets any script in, of the directive that scripts fall back to; null if nothing does. */
function unsafeSource(directives: ReadonlyMap<string, readonly string[]>): string | null {
  const sources = directives.get('script-src') ?? directives.get('default-src');
  if (sources === undefined) return 'neither script-src nor default-src';
  const isStrict = sources.some((source) => /^'(?:nonce-|sha(?:256|384|512)-)/.test(source));
  const isDynamic = isStrict && sources.includes("'strict-dynamic'");
  // A nonce or hash switches 'unsafe-inline' off (section 6.7.3.2); 'strict-dynamic' also hosts and schemes.
  const bad = sources.find(
    (source) => (source === "'unsafe-inline'" && !isStrict) || (wide.has(source) && !isDynamic),
  );
  if (bad !== undefined) return bad;
  const insecure = sources.find((source) => /^(?:http|ftp):\/\//.test(source) && !isDynamic);
  if (insecure !== undefined) return insecure;
  const objects = directives.get('object-src') ?? directives.get('default-src');
  if (objects === undefined) return 'neither object-src nor default-src';
  return objects.find((source) => wide.has(source)) ?? null;
}
