const mostCharacters = 65_536;
const mostElements = 2_000;
const deepest = 20;

const elements = new Set(
  'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop clipPath'.split(
    ' ',
  ),
);
/** These elements say more to people than to the eye: they are left out with all that is in them. */
const dropped = new Set(['title', 'desc', 'metadata']);

const attributes = new Set(
  `xmlns viewBox width height id d cx cy r rx ry x y x1 y1 x2 y2 points fx fy offset transform fill fill-rule fill-opacity
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity
  stop-color stop-opacity clip-path clip-rule gradientUnits gradientTransform spreadMethod clipPathUnits preserveAspectRatio`.split(
    /\s+/,
  ),
);

/** Numbers, names, colours, paths, and references within the picture: nothing that leads anywhere. */
const plainValue = /^(?:[#A-Za-z0-9.,()%+\s-]*|url\(#[A-Za-z0-9_-]+\))$/;
const nameSpace = 'http://www.w3.org/2000/svg';

// One step of the text: markup that is never allowed, a tag, or text between tags.
const step =
  /<!--[\s\S]*?-->|<\?xml [^<>]*\?>|<(\/?)([A-Za-z][A-Za-z0-9:-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<>&]*"|'[^'<>&]*'))*)\s*(\/?)>|[^<]+/gy;
const attribute = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Writes an SVG picture anew out of what is known to be harmless: shapes, paths and gradients, without scripts, styles,
 * texts, pictures within it or references to anything outside. Undefined if the text is no well-formed SVG, or too
 * large.
 */
export function soundSvg(text: string): string | undefined {
  if (text.length > mostCharacters) return undefined;
  const open: { readonly name: string; readonly isWritten: boolean }[] = [];
  let written = '';
  let count = 0;
  let isWhole = false;
  let at = 0;
  while (at < text.length) {
    step.lastIndex = at;
    const match = step.exec(text);
    if (match === null) return undefined;
    at = step.lastIndex;
    const [all, closing, name, given = '', empty] = match;
    if (name === undefined) {
      if (!all.startsWith('<') && open.length === 0 && all.replace(/^\uFEFF/, '').trim() !== '')
        return undefined;
      continue;
    }
    if (closing === '/') {
      const last = open.pop();
      if (last?.name !== name) return undefined;
      if (last.isWritten) written += `</${name}>`;
      isWhole = open.length === 0;
      continue;
    }
    if (isWhole || (open.length === 0 && name !== 'svg')) return undefined;
    if (++count > mostElements || open.length >= deepest) return undefined;
    const isWritten = (open.at(-1)?.isWritten ?? true) && elements.has(name) && !dropped.has(name);
    if (isWritten) written += `<${name}${attributesOf(given, open.length === 0)}${empty === '/' ? '/' : ''}>`;
    if (empty === '/') isWhole = open.length === 0;
    else open.push({ name, isWritten });
  }
  return isWhole ? written : undefined;
}

function attributesOf(given: string, isRoot: boolean): string {
  let text = isRoot ? ` xmlns="${nameSpace}"` : '';
  const seen = new Set(['xmlns']);
  for (const [, name, double, single] of given.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (seen.has(name!) || !attributes.has(name!) || !plainValue.test(value)) continue;
    if (/url\(/i.test(value) && !/^url\(#/.test(value)) continue;
    seen.add(name!);
    text += ` ${name}="${value}"`;
  }
  return text;
}
