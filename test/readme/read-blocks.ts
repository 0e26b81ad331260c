import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const rootDirectory = join(import.meta.dirname, '..', '..');

/** The code blocks of a page in that language, or of its part below a heading alone. */
export function readBlocks(page: string, language: string, heading?: string): string[] {
  const text = partOf(readFileSync(join(rootDirectory, page), 'utf8'), heading);
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, block]) => block!);
}

/** The shell commands of a page or of a part of it, lines that go on joined, comments left out. */
export function readCommands(page: string, heading?: string): string[] {
  return readBlocks(page, 'sh', heading)
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** From a heading to the next one of the second or third level. */
function partOf(text: string, heading: string | undefined): string {
  if (heading === undefined) return text;
  const [, part] = new RegExp(`^#{1,3} ${heading}\\n([\\s\\S]*?)(?=^##|(?![\\s\\S]))`, 'm').exec(text) ?? [];
  if (part === undefined) throw new RangeError(`The page has no part ${heading}.`);
  return part;
}
