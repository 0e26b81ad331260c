/** Tells whether a name fits a pattern of the shell: `*`, `?` and `[...]`; a pattern's star takes no dot at the beginning. */
export function matchPattern(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const signs = signsOf(pattern);
  let [at, index] = [0, 0];
  let star: { readonly sign: number; from: number } | undefined;
  while (at < name.length) {
    const sign = signs[index];
    if (sign === '*') {
      star = { sign: index++, from: at };
    } else if (sign !== undefined && fits(sign, name[at]!)) {
      at++;
      index++;
    } else if (star !== undefined) {
      at = ++star.from;
      index = star.sign + 1;
    } else {
      return false;
    }
  }
  return signs.slice(index).every((sign) => sign === '*');
}

export function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

type Sign = string | { readonly set: string; readonly negated: boolean };

function signsOf(pattern: string): Sign[] {
  const signs: Sign[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const close = pattern[at] === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (close === -1) {
      signs.push(pattern[at]!);
      continue;
    }
    const inner = pattern.slice(at + 1, close);
    const negated = /^[!^]/.test(inner);
    signs.push({ set: negated ? inner.slice(1) : inner, negated });
    at = close;
  }
  return signs;
}

function fits(sign: Sign, character: string): boolean {
  if (typeof sign === 'string') return sign === '?' || sign === character;
  let found = false;
  for (let at = 0; at < sign.set.length; at++) {
    if (sign.set[at + 1] === '-' && at + 2 < sign.set.length) {
      if (character >= sign.set[at]! && character <= sign.set[at + 2]!) found = true;
      at += 2;
    } else if (sign.set[at] === character) found = true;
  }
  return found !== sign.negated;
}
