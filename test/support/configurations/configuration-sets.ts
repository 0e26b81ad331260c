import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerType } from '../../../scanner/configuration/server-types.ts';

/** A listed configuration is one of a set, with what its heading says. */
export interface ListedConfiguration {
  readonly serverType: ServerType;
  readonly heading: string;
  readonly text: string;
}

/** Reads a set: a file for each server, in it configurations below headings `=== heading`. */
export function readSet(name: 'sound' | 'weak' | 'large'): ListedConfiguration[] {
  const folder = join(import.meta.dirname, name);
  return readdirSync(folder).flatMap((file) => {
    const serverType = file.replace(/\.txt$/, '') as ServerType;
    const [, ...parts] = readFileSync(join(folder, file), 'utf8').split(/^=== (.*)\n/m);
    return parts.flatMap((part, index) =>
      index % 2 === 0 ? [{ serverType, heading: part, text: parts[index + 1]! }] : [],
    );
  });
}
