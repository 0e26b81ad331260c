/** Parameters of RFC 3492 section 5. */
const [base, least, most, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128];
const greatest = 0x10ffff;

/** Decodes the Punycode labels (RFC 3492) of a name; labels that do not decode stay as they are. */
export function toUnicode(name: string): string {
  return name
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decode(label.slice(4)) ?? label) : label))
    .join('.');
}

/** RFC 3492 section 6.2. Undefined if the text is none; a label has 59 digits at most, which bounds the work. */
function decode(text: string): string | undefined {
  if (text.length === 0 || text.length > 59) return undefined;
  const end = text.lastIndexOf('-');
  const output = end > 0 ? [...text.slice(0, end)].map((letter) => letter.charCodeAt(0)) : [];
  let [code, position, bias] = [firstCode, 0, firstBias];
  for (let index = end > 0 ? end + 1 : 0; index < text.length; ) {
    const before = position;
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(text.charCodeAt(index++));
      if (digit === undefined) return undefined;
      position += digit * weight;
      const threshold = Math.min(most, Math.max(least, step - bias));
      if (position > Number.MAX_SAFE_INTEGER / base) return undefined;
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapt(position - before, length, before === 0);
    code += Math.floor(position / length);
    if (code > greatest) return undefined;
    output.splice(position % length, 0, code);
    position = (position % length) + 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(unit: number): number | undefined {
  if (unit >= 97 && unit <= 122) return unit - 97;
  if (unit >= 48 && unit <= 57) return unit - 22;
  return undefined;
}

/** RFC 3492 section 6.1. */
function adapt(change: number, length: number, first: boolean): number {
  let delta = Math.floor(change / (first ? damp : 2));
  delta += Math.floor(delta / length);
  let steps = 0;
  for (; delta > ((base - least) * most) / 2; steps += base) delta = Math.floor(delta / (base - least));
  return steps + Math.floor(((base - least + 1) * delta) / (delta + skew));
}
