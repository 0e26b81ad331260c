/** Octets that receivers take (draft-svg-tiny-ps-abrotman section 2). */
const mostOctets = 32_768;

/** Lists the reasons why an image is not SVG Tiny PS, as far as its text shows. */
export function logoProblems(svg: string): string[] {
  const root = /<svg\b[^<>]*>/i.exec(svg.slice(0, 65_536))?.[0];
  if (root === undefined) return ['It is no SVG.'];
  const problems: string[] = [];
  if (!/\bbaseProfile\s*=\s*["']tiny-ps["']/.test(root)) problems.push('Its base profile is not tiny-ps.');
  if (!/\bversion\s*=\s*["']1\.2["']/.test(root)) problems.push('Its version is not 1.2.');
  // No part of these may begin where another attempt went on: images come from strangers.
  const title = /<title\b[^<>]*>([^<]*)<\/title>/i.exec(svg)?.[1];
  if (title === undefined || title.trim() === '') problems.push('It has no title.');
  if (/<script\b|\bon[a-z]+\s*=\s*["']/i.test(svg)) problems.push('It has scripts.');
  if (/<(?:image|foreignObject|animate|video|audio)\b/i.test(svg))
    problems.push('It has elements that are not allowed.');
  if (/\b(?:xlink:)?href\s*=\s*["'](?!#)/i.test(svg))
    problems.push('It refers to something outside of itself.');
  if (Buffer.byteLength(svg) > mostOctets) problems.push(`It has more than ${mostOctets} octets.`);
  return problems;
}
