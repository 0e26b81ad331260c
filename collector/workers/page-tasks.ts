import type { RulesKind, RulesSummary } from '@sonde/scanner/checks/tech/load-rules.ts';
import type { PageReader } from '@sonde/scanner/ports/web-page.ts';

type Given<Method extends 'detect' | 'read'> = Parameters<PageReader[Method]>[0];
type Result<Method extends 'detect' | 'read'> = Awaited<ReturnType<PageReader[Method]>>;

export type PageTask =
  | { readonly kind: 'detect'; readonly given: Given<'detect'> }
  | { readonly kind: 'read'; readonly given: Given<'read'> }
  | { readonly kind: 'summariseRules'; readonly given: { readonly path: string; readonly kind: RulesKind } }
  /** Files of rules are read anew. */
  | { readonly kind: 'reload' };
export type PageResult = Result<'detect'> | Result<'read'> | RulesSummary | number;
