import { Parser } from 'htmlparser2';

/** Characters that are kept of each. */
const kept = { script: 160, comment: 160, title: 80, attribute: 300 };
/** Elements without an end. */
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const left = new Set(
  'path g svg circle rect line polyline polygon use defs symbol lineargradient stop style'.split(' '),
);

/**
 * Takes from a page what it says to people, its drawings and most of its scripts: the tags are left that software writes, as many
 * as fit.
 */
export function condense(html: string, most: number): string {
  let text = '';
  let capture: 'script' | 'title' | undefined;
  let captured = 0;
  const add = (piece: string) => {
    if (text.length + piece.length <= most) text += piece;
  };
  const parser = new Parser(
    {
      onprocessinginstruction: (name, data) => {
        if (name.startsWith('!')) add(`<${data}>\n`);
      },
      onopentag: (name, attributes) => {
        if (left.has(name)) return;
        const written = Object.entries(attributes)
          .filter(([key]) => !/^on|^style$|^d$|^srcset$/.test(key))
          .map(([key, value]) => ` ${key}="${value.slice(0, kept.attribute).replaceAll('"', '&quot;')}"`);
        add(`<${name}${written.join('')}>${name === 'html' || name === 'head' ? '\n' : ''}`);
        capture = name === 'script' || name === 'title' ? name : undefined;
        captured = 0;
      },
      ontext: (piece) => {
        if (capture === undefined) return;
        const room = kept[capture] - captured;
        if (room <= 0) return;
        captured += piece.length;
        add(piece.slice(0, room));
      },
      onclosetag: (name, isImplied) => {
        capture = undefined;
        if (!left.has(name) && !empty.has(name) && !isImplied) add(`</${name}>\n`);
      },
      oncomment: (piece) => add(`<!--${piece.slice(0, kept.comment)}-->\n`),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return text.trim();
}
