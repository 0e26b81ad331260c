export interface SecurityPolicy {
  /** Any script gets in. */
  readonly isUnsafe: boolean;
  /** The source that lets unsafe scripts in. */
  readonly unsafe: string | null;
  readonly frameAncestors: boolean;
}

const mostDirectives = 100;
/** Sources that stand for nearly everything. */
const wide = new Set(['*', 'http:', 'https:', 'data:']);

/**
 * Reads a Content-Security-Policy (CSP Level 3); of several policies all hold, so that the strictest of each counts.
 */
export function parsePolicy(text: string): SecurityPolicy {
  const policies = text.split(',').map(readDirectives);
  const unsafe = policies.map((directives) => unsafeSource(directives));
  const first = unsafe.find((one) => one !== null) ?? null;
  const isUnsafe = unsafe.every((one) => one !== null);
  const framing = (directives: ReadonlyMap<string, readonly string[]>) => {
    const sources = directives.get('frame-ancestors');
    return sources !== undefined && !sources.some((source) => wide.has(source));
  };
  return { isUnsafe, unsafe: isUnsafe ? first : null, frameAncestors: policies.some(framing) };
}

function readDirectives(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';').slice(0, mostDirectives)) {
    const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/);
    // Of a directive that stands there twice the first counts (section 2.2.1).
    if (name !== '' && !directives.has(name)) directives.set(name, sources);
  }
  return directives;
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
  return bad ?? null;
}
