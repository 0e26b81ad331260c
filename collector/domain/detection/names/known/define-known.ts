/** A known kind states what a name alone tells of whoever asks for it. */
export type KnownKind = 'resolver' | 'canary' | 'discovery' | 'catcher' | 'pool' | 'anonymity' | 'gateway';

/** A known service is one whose names tell what whoever asks for them is about. */
export interface KnownService {
  readonly kind: KnownKind;
  readonly operator: string;
  /** Where the names are published. */
  readonly source: string;
  /** These names, and all below them. */
  readonly names: readonly string[];
}

/** Defines services of one kind, each as its operator and its names with spaces between them. */
export function defineKnown(
  kind: KnownKind,
  source: string,
  services: Readonly<Record<string, string>>,
): KnownService[] {
  return Object.entries(services).map(([operator, names]) => ({
    kind,
    operator,
    source,
    names: names.trim().split(/\s+/),
  }));
}
