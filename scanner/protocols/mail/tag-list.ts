import { trimFoldedSpace } from './trim-space.ts';

export interface Tag {
  readonly name: string;
  readonly value: string;
}

/**
 * Reads `name=value; name=value` (RFC 6376 section 3.2), the form that DKIM keys, DMARC, BIMI and TLS-RPT records share.
 * Names keep their letters; white space around names and values is dropped. `broken` holds what is no tag, `repeated` the
 * names that stand more than once, which makes a whole list invalid.
 */
export function parseTagList(text: string): {
  readonly tags: readonly Tag[];
  readonly broken: readonly string[];
  readonly repeated: readonly string[];
} {
  const tags: Tag[] = [];
  const broken: string[] = [];
  const repeated = new Set<string>();
  const seen = new Set<string>();
  const parts = text.split(';');
  // One semicolon may end the list.
  if (trimFoldedSpace(parts.at(-1)!) === '') parts.pop();
  for (const part of parts) {
    const [, name, value] = /^[ \t\r\n]*([A-Za-z][A-Za-z0-9_]*)[ \t\r\n]*=(.*)$/s.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      broken.push(trimFoldedSpace(part));
      continue;
    }
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    tags.push({ name, value: trimFoldedSpace(value) });
  }
  return { tags, broken, repeated: [...repeated] };
}

/** Gives the value of a tag; undefined if there is none. */
export function tagValue(tags: readonly Tag[], name: string): string | undefined {
  return tags.find((tag) => tag.name === name)?.value;
}
