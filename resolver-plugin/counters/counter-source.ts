/**
 * A counter source is the place to read a resolver's counters: a control program, or the address of BIND's statistics
 * channel.
 */
export interface CounterSource {
  readonly kind: CounterKind;
  readonly at: string;
}

/** Who answers if nothing else is said: the control programs on the path, and the channel that our set-up opens. */
const usual = {
  unbound: 'unbound-control',
  bind: 'http://127.0.0.1:8053/json/v1/server',
  pdns: 'rec_control',
} as const;
export type CounterKind = keyof typeof usual;

/** Reads `KIND` or `KIND:PROGRAM-OR-URL`. Throws a RangeError. */
export function readCounterSource(text: string): CounterSource {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  if (!isKind(kind)) {
    throw new RangeError(`not a resolver with readable counters (${Object.keys(usual).join(', ')})`);
  }
  const at = colon < 0 ? usual[kind] : text.slice(colon + 1);
  if (kind === 'bind' ? !isLoopbackUrl(at) : !/^[\w./-]{1,255}$/.test(at)) {
    const wanted = kind === 'bind' ? 'an http URL on this machine' : 'the path of a program';
    throw new RangeError(`${kind} needs ${wanted}`);
  }
  return { kind, at };
}

function isKind(text: string): text is CounterKind {
  return Object.hasOwn(usual, text);
}

/** The channel has no protection of its own, and is read every few seconds: it has to be on this machine. */
function isLoopbackUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' && /^(127\.[0-9.]+|\[::1\]|localhost)$/.test(url.hostname);
}
