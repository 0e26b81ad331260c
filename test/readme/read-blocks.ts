import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const rootDirectory = join(import.meta.dirname, '..', '..');

/** The code blocks of a page in that language. */
export function readBlocks(page: string, language: string): string[] {
  const text = readFileSync(join(rootDirectory, page), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, block]) => block!);
}

/** The shell commands of a page, lines that go on joined, comments left out. */
export function readCommands(page: string): string[] {
  return readBlocks(page, 'sh')
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
    .filter((line) => line !== '');
}
