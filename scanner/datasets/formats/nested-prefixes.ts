import type { DatasetContent } from '../dataset.ts';
import { readElements } from './read-rows.ts';

const mostOfOne = 50_000;

/** Reads an array of objects with arrays in them: `regions[].cidrs[].cidr`. */
export function nestedPrefixes(label: string, outer: string, inner: string, name: string): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 4,
    read: (document, sink) =>
      readElements(document, sink, outer, (element) => {
        const parts = element[inner];
        if (!Array.isArray(parts)) return false;
        const value = sink.text(label);
        return parts
          .slice(0, mostOfOne)
          .every((part) => typeof part?.[name] === 'string' && sink.prefix(part[name] as string, value));
      }),
  };
}

/**
 * Reads Azure's service tags: `{"values":[{"name":"AzureCloud","properties":{"addressPrefixes":["192.0.2.0/24"]}}]}`.
 */
export function azureTags(): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 4,
    read: (document, sink) =>
      readElements(document, sink, 'values', ({ properties }) => {
        const prefixes = (properties as { addressPrefixes?: unknown } | undefined)?.addressPrefixes;
        if (!Array.isArray(prefixes)) return false;
        const value = sink.text('Microsoft Azure');
        return prefixes
          .slice(0, mostOfOne)
          .every((prefix) => typeof prefix === 'string' && sink.prefix(prefix, value));
      }),
  };
}
