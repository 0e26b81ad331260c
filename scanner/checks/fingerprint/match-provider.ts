import type { ProviderNames } from './provider-names.ts';

/** Finds the provider of a host's name; names are anchored at the end, label by label. */
export function matchProvider(host: string, providers: readonly ProviderNames[]): ProviderNames | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  // Of several the one that says most.
  let best: { provider: ProviderNames; length: number } | undefined;
  for (const provider of providers) {
    for (const suffix of provider.suffixes) {
      if (suffix.length > (best?.length ?? 0) && endsWith(name, suffix))
        best = { provider, length: suffix.length };
    }
  }
  return best?.provider;
}

function endsWith(name: string, suffix: string): boolean {
  if (!suffix.includes('*')) return name === suffix || name.endsWith(`.${suffix}`);
  const wanted = suffix.split('.').toReversed();
  const labels = name.split('.').toReversed();
  return wanted.every((pattern, index) => {
    const label = labels[index];
    return label !== undefined && matchesLabel(label, pattern);
  });
}

function matchesLabel(label: string, pattern: string): boolean {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return label === pattern;
  return label.length > head.length + tail.length && label.startsWith(head) && label.endsWith(tail);
}
